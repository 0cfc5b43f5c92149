package org.messgateway.gateway.dispatch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class RetryScheduleTest {

  @Test
  void eachWaitIsSpreadByAFifthEitherWay() {
    List<Duration> waits = List.of(Duration.ofSeconds(10));
    assertEquals(Duration.ofSeconds(8), new RetrySchedule(waits, () -> 0).after(1));
    assertEquals(Duration.ofSeconds(10), new RetrySchedule(waits, () -> 0.5).after(1));
    assertEquals(Duration.ofMillis(11_999), new RetrySchedule(waits, () -> 0.99975).after(1));
  }

  @Test
  void theDefaultLastsLongerThanTwoDays() {
    Duration all = RetrySchedule.DEFAULT.stream().reduce(Duration.ZERO, Duration::plus);
    assertEquals(
        Duration.ofSeconds(5 + 30 + 120 + 600 + 1800).plusHours(1 + 2 + 4 + 8 + 12 + 24), all);
    assertEquals(11, new RetrySchedule(RetrySchedule.DEFAULT, () -> 0).length());
  }

  @Test
  void beyondItsEndTheLastWaitRepeats() {
    RetrySchedule schedule =
        new RetrySchedule(List.of(Duration.ofSeconds(1), Duration.ofSeconds(2)), () -> 0.5);
    assertEquals(Duration.ofSeconds(1), schedule.after(0));
    assertEquals(Duration.ofSeconds(2), schedule.after(7));
    assertEquals(0L, new RetrySchedule(List.of(), () -> 0.5).apply(1));
  }
}
