package org.messgateway.gateway.home;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** How long to wait after failures in a row. */
final class BackoffTest {

  private final Backoff backoff = new Backoff(Duration.ofMillis(100), Duration.ofMillis(500));

  @Test
  void thePauseDoublesWithEachFailureUpToItsCap() {
    assertEquals(
        List.of(100L, 200L, 400L, 500L, 500L),
        IntStream.rangeClosed(1, 5).mapToObj(one -> backoff.after(one).toMillis()).toList());
    assertEquals(Duration.ofMillis(500), backoff.after(Integer.MAX_VALUE));
  }

  @Test
  void withoutAFailureThereIsNoPause() {
    assertEquals(Duration.ZERO, backoff.after(0));
  }

  @Test
  void aPauseOfNothingIsAMistake() {
    assertThrows(
        IllegalArgumentException.class, () -> new Backoff(Duration.ZERO, Duration.ofSeconds(1)));
  }
}
