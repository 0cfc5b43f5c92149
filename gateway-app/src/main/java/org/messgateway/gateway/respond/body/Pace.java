package org.messgateway.gateway.respond.body;

import java.time.Duration;

/**
 * How slowly bytes may come or go.
 *
 * @param grace for however few bytes
 * @param bytesPerSecond that every further second is given for
 * @param longest whatever the number of bytes
 */
public record Pace(Duration grace, int bytesPerSecond, Duration longest) {

  /** Half a minute, a second more for each 4 KiB, a quarter of an hour at most. */
  public static final Pace DEFAULT = new Pace(Duration.ofSeconds(30), 4096, Duration.ofMinutes(15));

  /** How long so many bytes may take. */
  public long nanos(long bytes) {
    long perByte = Duration.ofSeconds(1).toNanos() / bytesPerSecond;
    return Math.min(longest.toNanos(), grace.toNanos() + bytes * perByte);
  }
}
