package org.messgateway.gateway.cli.command;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.NotificationText;

/**
 * Times as a person reads them in a list.
 *
 * @param now from which ages are counted
 * @param zone where the reader is
 */
public record LocalTimes(Instant now, ZoneId zone) {

  private static final int MINUTE = 60;
  private static final int HOUR = 60 * MINUTE;
  private static final int DAY = 24 * HOUR;

  /** How long ago: {@code 3 min}; empty where nobody knows when. */
  public String age(@Nullable Instant at) {
    if (at == null) {
      return "";
    }
    // A clock that goes before ours makes nothing negative.
    long seconds = Math.max(0, Duration.between(at, now).toSeconds());
    if (seconds < MINUTE) {
      return seconds + " s";
    }
    if (seconds < HOUR) {
      return seconds / MINUTE + " min";
    }
    return seconds < 2 * DAY ? seconds / HOUR + " h" : seconds / DAY + " days";
  }

  /** The time of day, with the day where it is another: {@code 14:32}. */
  public String clock(Instant at) {
    return NotificationText.clock(at, now, zone);
  }
}
