package org.messgateway.gateway.exchange.remote;

import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.LongSupplier;
import org.messgateway.gateway.exchange.Ref;

/**
 * Threads with a write of unknown outcome: the message can still arrive, and an immediate
 * repetition would double it. Bounded by the number of concurrent writes.
 */
final class UncertainWrites {

  /** After this time a sent message has arrived or is lost. */
  private static final Duration LONGEST = RemoteClient.LIMIT.multipliedBy(2);

  private final LongSupplier nanos;
  private final ConcurrentMap<Ref, Long> since = new ConcurrentHashMap<>();

  UncertainWrites(LongSupplier nanos) {
    this.nanos = nanos;
  }

  void begin(Ref ref) {
    since.put(ref, nanos.getAsLong());
  }

  void end(Ref ref) {
    since.remove(ref);
  }

  boolean contains(Ref ref) {
    Long began = since.get(ref);
    if (began != null && nanos.getAsLong() - began >= LONGEST.toNanos()) {
      since.remove(ref, began);
      return false;
    }
    return began != null;
  }
}
