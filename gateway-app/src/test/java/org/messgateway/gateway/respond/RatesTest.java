package org.messgateway.gateway.respond;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class RatesTest {

  private long nanos;
  private final Rates rates = new Rates(10, 3, () -> nanos);

  @Test
  void someMayComeAtOnceAndTheNextWaits() {
    for (int i = 0; i < 3; i++) {
      assertEquals(Duration.ZERO, rates.call("a"));
    }
    assertEquals(Duration.ofMillis(100), rates.call("a"));
    assertEquals(Duration.ZERO, rates.call("b"));
    nanos += Duration.ofMillis(100).toNanos();
    assertEquals(Duration.ZERO, rates.call("a"));
    assertTrue(rates.call("a").isPositive());
  }
}
