package org.messgateway.gateway.gentle;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RequestWindowTest {

  private static final Instant NOW = Instant.parse("2026-11-21T09:00:00Z");

  private final RequestWindow window = new RequestWindow();

  @Test
  void theSeventhWithinTenMinutesWaitsUntilTheFirstIsTenMinutesOld() {
    for (int i = 0; i < RequestWindow.MOST; i++) {
      assertEquals(Optional.empty(), take("task-" + i, false, NOW.plusSeconds(i)));
    }
    Instant free = NOW.plus(RequestWindow.SPAN);
    assertEquals(Optional.of(free), take("one more", false, NOW.plusSeconds(60)));
    assertEquals(Optional.of(free), take("one more", false, free.minusMillis(1)));
    assertEquals(Optional.empty(), take("one more", false, free));
  }

  @Test
  void theSameTaskOverAnotherChannelOrTriedAgainIsOne() {
    for (int i = 0; i < 100; i++) {
      assertEquals(Optional.empty(), take("the same", false, NOW.plusSeconds(i)));
    }
  }

  @Test
  void urgentOnesHaveATenOfTheirOwn() {
    fill(RequestWindow.MOST, false);
    for (int i = 0; i < RequestWindow.MOST_URGENT; i++) {
      assertEquals(Optional.empty(), take("urgent-" + i, true, NOW));
    }
    assertEquals(Optional.of(NOW.plus(RequestWindow.SPAN)), take("urgent-x", true, NOW));
  }

  @Test
  void onesFloodIsNotTheOthersWait() {
    fill(RequestWindow.MOST, false);
    assertEquals(Optional.empty(), window.take("sam", "task", false, NOW));
  }

  @Test
  void whatWasAskedBeforeARestartCounts() {
    for (int i = 0; i < RequestWindow.MOST; i++) {
      window.remember("ana", "task-" + i, false, NOW.minus(Duration.ofMinutes(1)));
    }
    assertEquals(Optional.of(NOW.plus(Duration.ofMinutes(9))), take("one more", false, NOW));
    assertEquals(Optional.empty(), take("task-3", false, NOW), "this one was asked");
  }

  private void fill(int many, boolean urgent) {
    for (int i = 0; i < many; i++) {
      take("task-" + i, urgent, NOW);
    }
  }

  private Optional<Instant> take(String ref, boolean urgent, Instant at) {
    return window.take("ana", ref, urgent, at);
  }
}
