package org.messgateway.gateway.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class RateLimiterTest {

  private long nanos;
  private final RateLimiter rateLimiter = new RateLimiter(10, 3, () -> nanos);

  @Test
  void someMayComeAtOnceAndTheNextWaits() {
    for (int i = 0; i < 3; i++) {
      assertEquals(Duration.ZERO, rateLimiter.call("a"));
    }
    assertEquals(Duration.ofMillis(100), rateLimiter.call("a"));
    assertEquals(Duration.ZERO, rateLimiter.call("b"));
    nanos += Duration.ofMillis(100).toNanos();
    assertEquals(Duration.ZERO, rateLimiter.call("a"));
    assertTrue(rateLimiter.call("a").isPositive());
  }
}
