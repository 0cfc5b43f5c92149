package org.messgateway.gateway.reconcile;

import java.time.Duration;
import java.util.OptionalInt;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.queue.QueueException;
import org.messgateway.gateway.queue.QueueException.StoreFailure;

/**
 * Says which failures of reconciling are logged. A queue that is away fails every thread again and
 * again: one line a minute tells of it. Other failures are logged each time. Thread-safe.
 */
final class ReconcileFailureLog {

  private static final Duration BETWEEN_LINES = Duration.ofMinutes(1);

  private final LongSupplier nanos;
  private @Nullable StoreFailure logged;
  private long loggedAt;
  private int suppressed;

  ReconcileFailureLog(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /** Present when the failure is to be logged: the number of equal ones that were not logged. */
  synchronized OptionalInt failed(RuntimeException failure) {
    if (!(failure instanceof QueueException queue) || !queue.environmental()) {
      return OptionalInt.of(0);
    }
    long now = nanos.getAsLong();
    if (queue.trouble() == logged && now - loggedAt < BETWEEN_LINES.toNanos()) {
      suppressed++;
      return OptionalInt.empty();
    }
    int before = queue.trouble() == logged ? suppressed : 0;
    logged = queue.trouble();
    loggedAt = now;
    suppressed = 0;
    return OptionalInt.of(before);
  }
}
