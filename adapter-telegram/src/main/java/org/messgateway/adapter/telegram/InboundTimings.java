package org.messgateway.adapter.telegram;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * The time limits and pauses of the inbound side.
 *
 * @param longPoll the longest time that Telegram holds a poll
 * @param slack the extra time of an answer before it counts as lost
 * @param firstPause the pause after the first failure; it doubles with each further one
 * @param longestPause the limit of the pause
 * @param album the time after one picture of an album within which the next may arrive
 */
record InboundTimings(
    Duration longPoll, Duration slack, Duration firstPause, Duration longestPause, Duration album) {

  static final InboundTimings USUAL =
      new InboundTimings(
          Duration.ofSeconds(50),
          Duration.ofSeconds(15),
          Duration.ofSeconds(1),
          Duration.ofSeconds(60),
          Duration.ofSeconds(1));

  private static final int MOST_DOUBLINGS = 16;

  /**
   * The pause after this many failures in a row. Half of it is random, so that pollers do not
   * synchronise.
   */
  Duration pause(int failures) {
    long doubled = firstPause.toMillis() << Math.clamp(failures - 1, 0, MOST_DOUBLINGS);
    long longest = Math.max(1, Math.min(longestPause.toMillis(), doubled));
    return Duration.ofMillis(longest / 2 + RandomGenerator.getDefault().nextLong(longest / 2 + 1));
  }

  /** The time since Telegram's last answer after which the inbound side counts as closed. */
  Duration fresh() {
    return longPoll.plus(slack.multipliedBy(2));
  }
}
