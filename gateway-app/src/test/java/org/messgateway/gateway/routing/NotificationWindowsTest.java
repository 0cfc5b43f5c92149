package org.messgateway.gateway.routing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.messgateway.gateway.routing.ExecutorBuilder.BERLIN;
import static org.messgateway.gateway.routing.ExecutorBuilder.LOS_ANGELES;
import static org.messgateway.gateway.routing.ExecutorBuilder.onSlack;

import java.time.Instant;
import java.time.LocalDateTime;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.messgateway.api.mess.Priority;
import org.messgateway.gateway.routing.NotificationWindows.Slot;
import org.messgateway.testkit.Conforms;

class NotificationWindowsTest {

  private static Instant berlin(String local) {
    return LocalDateTime.parse(local).atZone(BERLIN).toInstant();
  }

  private static NotificationWindows times(ExecutorBuilder executor) {
    return NotificationWindows.of(executor.build(), Priority.NORMAL, new HoursCache());
  }

  @ParameterizedTest(name = "quiet {0} to {1}: asked {2}, due {3}")
  @CsvSource({
    "22:00, 07:00, 2026-11-20T21:59, 2026-11-20T21:59",
    "22:00, 07:00, 2026-11-20T22:00, 2026-11-21T07:00",
    "22:00, 07:00, 2026-11-21T03:00, 2026-11-21T07:00",
    "22:00, 07:00, 2026-11-21T07:00, 2026-11-21T07:00",
    "12:00, 13:30, 2026-11-20T12:15, 2026-11-20T13:30",
    "12:00, 13:30, 2026-11-20T11:59, 2026-11-20T11:59",
    "00:00, 06:00, 2026-11-20T00:00, 2026-11-20T06:00",
    "22:00, 00:00, 2026-11-20T23:59, 2026-11-21T00:00",
    // Start and end alike: none.
    "08:00, 08:00, 2026-11-20T08:00, 2026-11-20T08:00",
    // The night of the change: 02:30 does not exist in spring, comes twice in autumn.
    "22:00, 02:30, 2026-03-29T01:00, 2026-03-29T03:00",
    "22:00, 07:00, 2026-03-29T01:00, 2026-03-29T07:00",
    "22:00, 07:00, 2026-10-25T01:00, 2026-10-25T07:00",
  })
  void quietHoursDefer(String start, String end, String asked, String due) {
    NotificationWindows times = times(onSlack("ana").quiet(start, end, BERLIN));
    assertEquals(berlin(due), times.slot(berlin(asked), berlin(asked)).orElseThrow().due());
  }

  @Test
  void quietThatEndsAtAnHourThatComesTwiceEndsWhenItComesAgain() {
    NotificationWindows times = times(onSlack("ana").quiet("22:00", "02:30", BERLIN));
    Instant asked = Instant.parse("2026-10-24T23:00:00Z");
    assertEquals(
        Instant.parse("2026-10-25T01:30:00Z"), times.slot(asked, asked).orElseThrow().due());
  }

  @Test
  @Conforms(291)
  void quietHoursHaveTheirOwnZone() {
    NotificationWindows times = times(onSlack("ana").quiet("22:00", "07:00", LOS_ANGELES));
    Instant asked = Instant.parse("2026-11-20T06:00:00Z");
    assertEquals(
        Instant.parse("2026-11-20T15:00:00Z"), times.slot(asked, asked).orElseThrow().due());
  }

  @Test
  void whoWantsToBeLeftAloneIsToldAfterwardsWithinTheirHours() {
    Executor ana = onSlack("ana").hours("0 9-17 * * *", BERLIN).build();
    Instant asked = berlin("2026-11-20T14:00");
    assertEquals(
        Optional.of(berlin("2026-11-20T16:00")), pausedDue(ana, berlin("2026-11-20T16:00"), asked));
    assertEquals(
        Optional.of(berlin("2026-11-21T09:00")), pausedDue(ana, berlin("2026-11-20T20:00"), asked));
    assertEquals(Optional.of(asked), pausedDue(ana, berlin("2026-11-20T13:00"), asked));
    NotificationWindows urgent =
        NotificationWindows.of(
            paused(ana, berlin("2026-11-20T16:00")), Priority.URGENT, new HoursCache());
    assertEquals(asked, urgent.slot(asked, asked).orElseThrow().due());
  }

  @Test
  void aPauseKeepsItsDueTimeWhenItIsOver() {
    Executor ana = paused(onSlack("ana").build(), berlin("2026-11-20T16:00"));
    NotificationWindows times = NotificationWindows.of(ana, Priority.NORMAL, new HoursCache());
    Instant asked = berlin("2026-11-20T14:00");
    Slot before = times.slot(asked, asked).orElseThrow();
    assertEquals(DeferralReason.PAUSE, before.deferral());
    assertEquals(before.due(), times.slot(asked, berlin("2026-11-20T17:00")).orElseThrow().due());
  }

  private static Executor paused(Executor executor, Instant until) {
    return executor.with(executor.notifyPlan(), executor.preferences().paused(until));
  }

  private static Optional<Instant> pausedDue(Executor executor, Instant until, Instant asked) {
    return NotificationWindows.of(paused(executor, until), Priority.NORMAL, new HoursCache())
        .slot(asked, asked)
        .map(Slot::due);
  }

  @Test
  @Conforms(291)
  void urgentPassesHoursAndQuietHours() {
    Executor ana =
        onSlack("ana").hours("0 9-17 * * *", BERLIN).quiet("22:00", "07:00", BERLIN).build();
    Instant night = berlin("2026-11-20T23:00");
    assertEquals(
        Optional.of(new Slot(night, DeferralReason.NONE, Optional.empty())),
        NotificationWindows.of(ana, Priority.URGENT, new HoursCache()).slot(night, night));
    assertEquals(
        berlin("2026-11-21T09:00"),
        NotificationWindows.of(ana, Priority.ELEVATED, new HoursCache())
            .slot(night, night)
            .orElseThrow()
            .due());
  }

  @Test
  void hoursAndQuietHoursHoldTogether() {
    NotificationWindows times =
        times(onSlack("ana").hours("0 6-23 * * *", BERLIN).quiet("21:00", "08:00", BERLIN));
    Instant evening = berlin("2026-11-20T21:30");
    assertEquals(
        new Slot(
            berlin("2026-11-21T08:00"),
            DeferralReason.QUIET_HOURS,
            Optional.of(berlin("2026-11-21T21:00"))),
        times.slot(evening, evening).orElseThrow());
    Instant noon = berlin("2026-11-20T12:00");
    assertEquals(
        new Slot(noon, DeferralReason.NONE, Optional.of(berlin("2026-11-20T21:00"))),
        times.slot(noon, noon).orElseThrow());
  }

  @Test
  void whatCouldNotBeSentInItsWindowIsDueInTheNext() {
    NotificationWindows times = times(onSlack("ana").hours("0 8-22 * * *", BERLIN));
    Instant asked = berlin("2026-11-20T21:00");
    assertEquals(
        new Slot(asked, DeferralReason.NONE, Optional.of(berlin("2026-11-20T22:00"))),
        times.slot(asked, berlin("2026-11-20T21:59")).orElseThrow());
    assertEquals(
        new Slot(
            berlin("2026-11-21T08:00"),
            DeferralReason.HOURS,
            Optional.of(berlin("2026-11-21T22:00"))),
        times.slot(asked, berlin("2026-11-20T22:30")).orElseThrow());
    assertEquals(
        times.slot(asked, berlin("2026-11-20T22:30")),
        times.slot(asked, berlin("2026-11-21T15:00")));
  }

  @Test
  void hoursThatAreAllQuietLeaveNoTime() {
    NotificationWindows times =
        times(onSlack("ana").hours("0 23 * * *", BERLIN).quiet("22:00", "07:00", BERLIN));
    Instant noon = berlin("2026-11-20T12:00");
    assertEquals(Optional.empty(), times.slot(noon, noon));
  }

  @Test
  void aDueTimeStaysUntilItsWindowCloses() {
    Random random = new Random(7);
    NotificationWindows times =
        times(
            onSlack("ana").hours("*/30 6-20 * * 1-6", BERLIN).quiet("12:00", "13:00", LOS_ANGELES));
    for (int i = 0; i < 500; i++) {
      Instant basis = berlin("2026-01-01T00:00").plusSeconds(random.nextInt(365 * 86_400));
      Instant now = basis.plusSeconds(random.nextInt(5 * 86_400));
      Slot slot = times.slot(basis, now).orElseThrow();
      Instant until = slot.closes().orElseThrow();
      assertTrue(until.isAfter(now));
      long between = until.getEpochSecond() - now.getEpochSecond();
      Instant later = now.plusSeconds(random.nextLong(between));
      assertEquals(slot, times.slot(basis, later).orElseThrow());
    }
  }
}
