package org.messgateway.api;

import java.time.Duration;

/** At most {@code permits} sends in any {@code period}. */
public record Rate(int permits, Duration period) {

  public Rate {
    if (permits < 1 || !period.isPositive()) {
      throw new IllegalArgumentException("a rate needs at least 1 permit in a positive period");
    }
  }

  public static Rate perSecond(int permits) {
    return new Rate(permits, Duration.ofSeconds(1));
  }
}
