package org.messgateway.gateway.routing;

import java.time.Duration;

/**
 * When a silent holder is asked whether they are still on it.
 *
 * @param after length of the silence; half of the time until the deadline where that is shorter
 * @param times largest number of reminders in a row; 0 for none
 */
public record ReminderPolicy(Duration after, int times) {

  /** More would be nagging; also keeps serials of different silences apart. */
  public static final int MOST_TIMES = 9;

  public static final ReminderPolicy DEFAULT = new ReminderPolicy(Duration.ofHours(4), 3);

  public ReminderPolicy {
    if (after.isZero() || after.isNegative() || times < 0 || times > MOST_TIMES) {
      throw new IllegalArgumentException("a reminder comes after a while, a few times");
    }
  }
}
