package org.messgateway.gateway;

import java.time.Duration;
import java.util.OptionalInt;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.queue.QueueException;
import org.messgateway.gateway.queue.QueueException.Trouble;

/**
 * What of all that keeps threads from being dealt with is worth a line. A queue that is away keeps
 * all of them, each again and again: that is said once a minute. Safe for all threads.
 */
final class LookTroubles {

  private static final Duration SILENT = Duration.ofMinutes(1);

  private final LongSupplier nanos;
  private @Nullable Trouble said;
  private long saidAt;
  private int unsaid;

  LookTroubles(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /** Present when it is to be said: how many of its kind were not. */
  synchronized OptionalInt failed(RuntimeException failure) {
    if (!(failure instanceof QueueException queue) || !queue.environmental()) {
      return OptionalInt.of(0);
    }
    long now = nanos.getAsLong();
    if (queue.trouble() == said && now - saidAt < SILENT.toNanos()) {
      unsaid++;
      return OptionalInt.empty();
    }
    int before = queue.trouble() == said ? unsaid : 0;
    said = queue.trouble();
    saidAt = now;
    unsaid = 0;
    return OptionalInt.of(before);
  }
}
