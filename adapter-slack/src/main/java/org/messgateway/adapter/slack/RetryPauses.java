package org.messgateway.adapter.slack;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * The pauses between the attempts to process an event.
 *
 * @param first the pause after the first failure; it doubles with each further one
 * @param longest the limit of the pause
 */
record RetryPauses(Duration first, Duration longest) {

  static final RetryPauses USUAL = new RetryPauses(Duration.ofSeconds(1), Duration.ofSeconds(60));

  private static final int MOST_DOUBLINGS = 16;

  /**
   * The pause after this many failures in a row. Half of it is random, so that events that failed
   * together are not tried together.
   */
  Duration after(int failures) {
    long doubled = first.toMillis() << Math.clamp(failures - 1, 0, MOST_DOUBLINGS);
    long pause = Math.min(longest.toMillis(), doubled);
    return Duration.ofMillis(pause / 2 + RandomGenerator.getDefault().nextLong(pause / 2 + 1));
  }
}
