package org.messgateway.gateway.routing;

import java.time.Duration;

/**
 * When somebody who has a task and says nothing is asked whether they are still on it.
 *
 * @param after how long nothing was heard; sooner where the deadline is near: after half of the
 *     time that is left
 * @param times at most so often in a row; 0 for never
 */
public record Reminders(Duration after, int times) {

  /** More would be nagging; also keeps serials of different silences apart. */
  public static final int MOST_TIMES = 9;

  public static final Reminders DEFAULT = new Reminders(Duration.ofHours(4), 3);

  public Reminders {
    if (after.isZero() || after.isNegative() || times < 0 || times > MOST_TIMES) {
      throw new IllegalArgumentException("a reminder comes after a while, a few times");
    }
  }
}
