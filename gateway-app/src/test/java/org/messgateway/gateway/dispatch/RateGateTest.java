package org.messgateway.gateway.dispatch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.messgateway.api.Rate;

class RateGateTest {

  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  @Test
  void permitsAreGivenAtOnceWhileThereAreSomeAndThenInOrder() {
    RateGate gate = new RateGate(new Rate(2, Duration.ofSeconds(1)), 0);
    assertEquals(Duration.ZERO, gate.reserve(0));
    assertEquals(Duration.ZERO, gate.reserve(100));
    assertEquals(Duration.ofNanos(SECOND - 200), gate.reserve(200));
    assertEquals(Duration.ofNanos(SECOND + 100 - 300), gate.reserve(300));
    assertEquals(Duration.ofNanos(2 * SECOND - 400), gate.reserve(400));
  }

  @Test
  void askingTakesNoPermit() {
    RateGate gate = new RateGate(Rate.perSecond(1), 0);
    assertEquals(Duration.ZERO, gate.delay(0));
    assertEquals(Duration.ZERO, gate.reserve(0));
    assertEquals(Duration.ofNanos(SECOND - 10), gate.delay(10));
    assertFalse(gate.idle(SECOND - 1));
    assertTrue(gate.idle(SECOND));
  }

  /** The definition of a rate, for any pattern of asking: no window holds more than permitted. */
  @Test
  void noPeriodWhereverItBeginsHoldsMoreThanThePermits() {
    Random random = new Random(7);
    for (int permits : List.of(1, 3, 30)) {
      RateGate gate = new RateGate(Rate.perSecond(permits), 0);
      List<Long> sends = new ArrayList<>();
      long now = 0;
      for (int i = 0; i < 500; i++) {
        now += random.nextLong(SECOND / permits);
        sends.add(now + gate.reserve(now).toNanos());
      }
      for (int i = permits; i < sends.size(); i++) {
        assertTrue(sends.get(i) - sends.get(i - permits) >= SECOND, "permits " + permits);
      }
    }
  }
}
