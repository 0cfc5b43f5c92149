package org.messgateway.adapter.telegram;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * How long the way back waits for what.
 *
 * @param longPoll how long Telegram may hold a question for news
 * @param slack what an answer may need beyond that before it counts as lost
 * @param firstPause after the first failure; twice as long after each further one
 * @param longestPause and no longer
 * @param album how long after one picture of an album the next may come
 */
record Pace(
    Duration longPoll, Duration slack, Duration firstPause, Duration longestPause, Duration album) {

  static final Pace USUAL =
      new Pace(
          Duration.ofSeconds(50),
          Duration.ofSeconds(15),
          Duration.ofSeconds(1),
          Duration.ofSeconds(60),
          Duration.ofSeconds(1));

  private static final int MOST_DOUBLINGS = 16;

  /** The pause after so many failures in a row, half of it by chance: pollers must not march. */
  Duration pause(int failures) {
    long doubled = firstPause.toMillis() << Math.clamp(failures - 1, 0, MOST_DOUBLINGS);
    long longest = Math.max(1, Math.min(longestPause.toMillis(), doubled));
    return Duration.ofMillis(longest / 2 + RandomGenerator.getDefault().nextLong(longest / 2 + 1));
  }

  /** Within this the service has told that it knows us, or the way back counts as closed. */
  Duration fresh() {
    return longPoll.plus(slack.multipliedBy(2));
  }
}
