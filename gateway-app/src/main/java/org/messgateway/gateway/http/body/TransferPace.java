package org.messgateway.gateway.http.body;

import java.time.Duration;

/**
 * The slowest pace at which bytes may come or go.
 *
 * @param grace time for any number of bytes
 * @param bytesPerSecond bytes that give one further second
 * @param longest time, whatever the number of bytes
 */
public record TransferPace(Duration grace, int bytesPerSecond, Duration longest) {

  /** 30 s, 1 s more for each 4 KiB, at most 15 min. */
  public static final TransferPace DEFAULT =
      new TransferPace(Duration.ofSeconds(30), 4096, Duration.ofMinutes(15));

  /** The longest time for so many bytes, in nanoseconds. */
  public long nanos(long bytes) {
    long perByte = Duration.ofSeconds(1).toNanos() / bytesPerSecond;
    return Math.min(longest.toNanos(), grace.toNanos() + bytes * perByte);
  }
}
