package org.messgateway.gateway.queue.jdbc;

import java.time.Duration;

/**
 * How long the writer goes on trying when the database is away: first again and again, so that a
 * restart of it is not noticed; when it lasts, each group once, so that callers hear of it. Used by
 * one thread.
 */
final class Absence {

  private static final Duration FIRST_PAUSE = Duration.ofMillis(50);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);

  /** Callers wait a minute. */
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
    Duration pause = FIRST_PAUSE.multipliedBy(1L << Math.min(failures - 1, 10));
    try {
      Thread.sleep(pause.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : pause);
    } catch (InterruptedException e) {
      // The writer is asked to end: it tries at once what it still has.
    }
  }
}
