package org.messgateway.api;

import java.time.Duration;

/**
 * A limit of sends: at most {@code permits} in any {@code period}.
 *
 * @param permits at least 1
 * @param period a positive duration
 */
public record Rate(int permits, Duration period) {

  public Rate {
    if (permits < 1 || !period.isPositive()) {
      throw new IllegalArgumentException("a rate needs at least 1 permit in a positive period");
    }
  }

  /** A limit of sends in any second. */
  public static Rate perSecond(int permits) {
    return new Rate(permits, Duration.ofSeconds(1));
  }
}
