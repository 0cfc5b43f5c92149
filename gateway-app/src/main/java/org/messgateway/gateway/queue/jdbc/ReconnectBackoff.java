package org.messgateway.gateway.queue.jdbc;

import java.time.Duration;
import org.messgateway.gateway.home.Backoff;

/**
 * Failures of the writer in a row while the database is away. The same group of changes is tried
 * again for {@link #BRIDGED}, so that callers do not notice a restart of the database; after that
 * each group is tried once and its callers get the failure. Used by one thread.
 */
final class ReconnectBackoff {

  private static final Backoff PAUSES = new Backoff(Duration.ofMillis(50), Duration.ofSeconds(2));

  /** Shorter than the 60 s that a caller waits. */
  private static final Duration BRIDGED = Duration.ofSeconds(20);

  private int failures;
  private long since;

  /** It failed again; returns whether the same group should be tried once more. */
  boolean bridges(long nanos) {
    if (failures == 0) {
      since = nanos;
    }
    failures++;
    return nanos - since < BRIDGED.toNanos();
  }

  void over() {
    failures = 0;
  }

  /** Waits before the next try; not at all when the last one worked. */
  void pause() {
    if (failures == 0) {
      return;
    }
    try {
      Thread.sleep(PAUSES.after(failures));
    } catch (InterruptedException e) {
      // The writer is asked to end: it tries at once what it still has.
    }
  }
}
