package org.messgateway.gateway.remote;

import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.LongSupplier;
import org.messgateway.gateway.exchange.Ref;

/**
 * Threads that were written to with an unknown outcome: what was sent may still be on its way, and
 * sending it again at once would double it. Bounded by what is written at a time.
 */
final class Doubts {

  /** After this the server has done it, or never will. */
  private static final Duration LONGEST = RemoteClient.LIMIT.multipliedBy(2);

  private final LongSupplier nanos;
  private final ConcurrentMap<Ref, Long> since = new ConcurrentHashMap<>();

  Doubts(LongSupplier nanos) {
    this.nanos = nanos;
  }

  void begin(Ref ref) {
    since.put(ref, nanos.getAsLong());
  }

  void end(Ref ref) {
    since.remove(ref);
  }

  boolean about(Ref ref) {
    Long began = since.get(ref);
    if (began != null && nanos.getAsLong() - began >= LONGEST.toNanos()) {
      since.remove(ref, began);
      return false;
    }
    return began != null;
  }
}
