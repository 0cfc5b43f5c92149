package org.messgateway.gateway.dispatch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.messgateway.api.Audience;
import org.messgateway.api.FailureReason;
import org.messgateway.api.FailureReason.FailureScope;
import org.messgateway.api.NotificationKind;
import org.messgateway.api.Outcome;
import org.messgateway.api.Outcome.Deferred;
import org.messgateway.api.Outcome.Reach;
import org.messgateway.api.Receipt;
import org.messgateway.api.mess.Priority;
import org.messgateway.gateway.dispatch.OutcomePolicy.OutcomeVerdict;
import org.messgateway.gateway.dispatch.OutcomePolicy.PolicyInput;
import org.messgateway.gateway.queue.BreakerUpdate;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.Identity;
import org.messgateway.gateway.queue.LaneLease;
import org.messgateway.gateway.queue.LaneState;
import org.messgateway.gateway.queue.Settlement;
import org.messgateway.gateway.queue.TakenDelivery;

class OutcomePolicyTest {

  private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");
  private static final Instant STARTED = NOW.minusSeconds(1);

  private final OutcomePolicy machines = policy(Audience.MACHINES, Duration.ZERO);
  private final OutcomePolicy people = policy(Audience.PEOPLE, Duration.ZERO);

  private static OutcomePolicy policy(Audience audience, Duration settleTime) {
    // 0.5 is the middle of the spread: the schedule as it is written.
    RetrySchedule schedule = new RetrySchedule(RetrySchedule.DEFAULT, () -> 0.5);
    return new OutcomePolicy(schedule, audience, settleTime);
  }

  private record Row(
      LaneState state,
      int probes,
      int spent,
      int failing,
      int refusals,
      @Nullable Instant deadline) {

    static final Row FIRST = new Row(LaneState.CLOSED, 0, 0, 1, 0, null);

    Row probing(int failed) {
      return new Row(LaneState.PROBING, failed, spent, failing, refusals, deadline);
    }

    Row spent(int n) {
      return new Row(state, probes, n, failing, refusals, deadline);
    }

    Row failing(int n) {
      return new Row(state, probes, spent, n, refusals, deadline);
    }

    Row refusals(int n) {
      return new Row(state, probes, n, failing, n, deadline);
    }

    Row deadline(Instant when) {
      return new Row(state, probes, spent, failing, refusals, when);
    }

    PolicyInput attempt(boolean uncertain) {
      Identity identity = new Identity("x", "r", "robot", "hook", "a", NotificationKind.REQUEST, 0);
      LaneLease lane = new LaneLease(1, "hook", "a", 1, state, probes);
      TakenDelivery delivery =
          new TakenDelivery(
              1,
              identity.id(),
              identity,
              lane,
              Priority.NORMAL,
              NOW.minusSeconds(60),
              deadline,
              spent + 1,
              spent,
              null,
              0,
              false);
      return new PolicyInput(delivery, failing, refusals, uncertain, STARTED, NOW);
    }
  }

  private static Deferred deferred(FailureReason reason, Reach reach) {
    return new Deferred(reason, "It said no.", reach);
  }

  private static Settlement.Retry again(OutcomeVerdict verdict) {
    return assertInstanceOf(Settlement.Retry.class, verdict.settlement());
  }

  private static Settlement.Ended ended(OutcomeVerdict verdict) {
    return assertInstanceOf(Settlement.Ended.class, verdict.settlement());
  }

  private static Duration in(Instant due) {
    return Duration.between(NOW, due);
  }

  @Test
  void whatWasTakenIsDeliveredAndProvesTheLaneHealthy() {
    Receipt receipt = Receipt.of("sid", "SM1");
    OutcomeVerdict verdict =
        machines.judge(new Outcome.Delivered(receipt), Row.FIRST.probing(3).attempt(false));
    assertEquals(
        new OutcomeVerdict(new Settlement.Delivered(receipt, null), new BreakerUpdate.Healthy()),
        verdict);
  }

  static List<Arguments> everyReason() {
    List<Arguments> rows = new ArrayList<>();
    for (FailureReason reason : FailureReason.values()) {
      for (Reach reach : Reach.values()) {
        rows.add(Arguments.of(reason, reach));
      }
    }
    return rows;
  }

  /** Who waits, who spends, who is uncertain: for each reason and reach, on a machine's channel. */
  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("everyReason")
  void whoWaitsFollowsFromTheScope(FailureReason reason, Reach reach) {
    if (reason.scope() == FailureScope.FINAL) {
      OutcomeVerdict verdict =
          machines.judge(new Outcome.Rejected(reason, "Never."), Row.FIRST.attempt(false));
      assertEquals(
          new OutcomeVerdict(
              new Settlement.Ended(DeliveryState.REJECTED, reason, "Never."),
              new BreakerUpdate.Unchanged()),
          verdict);
      return;
    }
    OutcomeVerdict verdict = machines.judge(deferred(reason, reach), Row.FIRST.attempt(false));
    Settlement.Retry again = again(verdict);
    assertEquals(reason.scope() == FailureScope.DELIVERY, again.spends(), "spends");
    assertEquals(reach == Reach.POSSIBLY_SENT, again.uncertain(), "uncertain");
    assertEquals(reason, again.reason());
    Instant probe = NOW.plusSeconds(5);
    switch (reason.scope()) {
      case ACCOUNT -> {
        assertEquals(
            new BreakerUpdate.AccountWaits(probe, reason, "It said no."), verdict.breaker());
        assertEquals(NOW, again.due());
      }
      case LANE -> {
        assertEquals(new BreakerUpdate.LaneWaits(probe, reason, "It said no."), verdict.breaker());
        assertEquals(reach == Reach.POSSIBLY_SENT ? probe.plusSeconds(1) : NOW, again.due());
      }
      case DELIVERY -> {
        assertEquals(new BreakerUpdate.Unchanged(), verdict.breaker());
        assertEquals(Duration.ofSeconds(5), in(again.due()));
      }
      case FINAL -> throw new AssertionError("handled above");
    }
  }

  @ParameterizedTest
  @MethodSource("probes")
  void probesHaveAScheduleOfTheirOwn(int failed, Duration wait) {
    OutcomeVerdict verdict =
        machines.judge(
            deferred(FailureReason.UNREACHABLE, Reach.BEFORE_SENDING),
            Row.FIRST.probing(failed).attempt(false));
    BreakerUpdate.LaneWaits waits =
        assertInstanceOf(BreakerUpdate.LaneWaits.class, verdict.breaker());
    assertEquals(wait, in(waits.until()));
  }

  static List<Arguments> probes() {
    return List.of(
        Arguments.of(0, Duration.ofSeconds(5)),
        Arguments.of(1, Duration.ofSeconds(15)),
        Arguments.of(2, Duration.ofMinutes(1)),
        Arguments.of(3, Duration.ofMinutes(5)),
        Arguments.of(4, Duration.ofMinutes(5)),
        Arguments.of(1000, Duration.ofMinutes(5)));
  }

  @ParameterizedTest
  @MethodSource("schedule")
  void aDeliverysOwnFailuresGoByTheSchedule(int spent, Duration wait) {
    OutcomeVerdict verdict =
        machines.judge(
            deferred(FailureReason.SERVER_ERROR, Reach.REFUSED),
            Row.FIRST.spent(spent).attempt(false));
    assertEquals(wait, in(again(verdict).due()));
  }

  static List<Arguments> schedule() {
    List<Arguments> rows = new ArrayList<>();
    for (int spent = 0; spent < RetrySchedule.DEFAULT.size(); spent++) {
      rows.add(Arguments.of(spent, RetrySchedule.DEFAULT.get(spent)));
    }
    return rows;
  }

  @Test
  void afterTheLastOfTheScheduleItIsDead() {
    OutcomeVerdict verdict =
        machines.judge(
            deferred(FailureReason.SERVER_ERROR, Reach.REFUSED),
            Row.FIRST.spent(11).attempt(false));
    assertEquals(DeliveryState.DEAD, ended(verdict).state());
    assertEquals("It failed 12 times, the last time: It said no.", ended(verdict).sentence());
  }

  @Test
  void aRefusedRequestIsTriedFiveTimesMoreWithinAnHourAndIsThenDeadNotRejected() {
    Duration all = Duration.ZERO;
    for (int before = 0; before < 5; before++) {
      OutcomeVerdict verdict =
          machines.judge(
              deferred(FailureReason.REQUEST_REFUSED, Reach.REFUSED),
              Row.FIRST.refusals(before).attempt(false));
      all = all.plus(in(again(verdict).due()));
    }
    assertEquals(Duration.ofSeconds(5 + 30 + 120 + 600 + 1800), all);
    OutcomeVerdict last =
        machines.judge(
            deferred(FailureReason.REQUEST_REFUSED, Reach.REFUSED),
            Row.FIRST.refusals(5).attempt(false));
    assertEquals(DeliveryState.DEAD, ended(last).state());
  }

  @Test
  void aRefusalCountsOnlyRefusals() {
    OutcomeVerdict verdict =
        machines.judge(
            deferred(FailureReason.REQUEST_REFUSED, Reach.REFUSED),
            Row.FIRST.spent(9).attempt(false));
    assertEquals(Duration.ofSeconds(5), in(again(verdict).due()));
  }

  @Test
  void retryAfterIsObeyedButNotForMoreThanADay() {
    Deferred hour =
        new Deferred(FailureReason.RATE_LIMITED, "Slow down.", Reach.REFUSED, Duration.ofHours(1));
    BreakerUpdate.LaneWaits waits =
        assertInstanceOf(
            BreakerUpdate.LaneWaits.class,
            machines.judge(hour, Row.FIRST.attempt(false)).breaker());
    assertEquals(Duration.ofHours(1), in(waits.until()));
    Deferred month =
        new Deferred(FailureReason.CONFLICT, "Later.", Reach.REFUSED, Duration.ofDays(30));
    assertEquals(
        Duration.ofHours(24), in(again(machines.judge(month, Row.FIRST.attempt(false))).due()));
    Deferred atOnce = new Deferred(FailureReason.CONFLICT, "Later.", Reach.REFUSED, Duration.ZERO);
    assertEquals(
        Duration.ofSeconds(5), in(again(machines.judge(atOnce, Row.FIRST.attempt(false))).due()));
  }

  @Test
  void whatCannotBeTriedBeforeItsDeadlineExpiresAtOnce() {
    Row row = Row.FIRST.deadline(NOW.plusSeconds(4));
    OutcomeVerdict verdict =
        machines.judge(deferred(FailureReason.SERVER_ERROR, Reach.REFUSED), row.attempt(false));
    assertEquals(DeliveryState.EXPIRED, ended(verdict).state());
    Deferred promised =
        new Deferred(FailureReason.RATE_LIMITED, "No.", Reach.REFUSED, Duration.ofSeconds(5));
    assertEquals(
        DeliveryState.EXPIRED, ended(machines.judge(promised, row.attempt(false))).state());
  }

  @Test
  void aLaneThatMayComeBackBeforeTheDeadlineDoesNotExpireIt() {
    Row row = Row.FIRST.probing(3).deadline(NOW.plusSeconds(60));
    OutcomeVerdict verdict =
        machines.judge(
            deferred(FailureReason.UNREACHABLE, Reach.BEFORE_SENDING), row.attempt(false));
    assertEquals(NOW, again(verdict).due());
  }

  @Test
  void onAPeoplesChannelAnAttemptOfUnknownEndSpendsOneAndGoesByTheSchedule() {
    Deferred timeout = deferred(FailureReason.TIMEOUT, Reach.POSSIBLY_SENT);
    OutcomeVerdict verdict = people.judge(timeout, Row.FIRST.spent(3).attempt(false));
    assertEquals(Duration.ofMinutes(10), in(again(verdict).due()));
    assertEquals(true, again(verdict).spends());
    assertInstanceOf(BreakerUpdate.LaneWaits.class, verdict.breaker());
    OutcomeVerdict unsent =
        people.judge(
            deferred(FailureReason.TIMEOUT, Reach.BEFORE_SENDING),
            Row.FIRST.spent(3).attempt(false));
    assertEquals(false, again(unsent).spends());
  }

  @Test
  void whatIsUncertainStaysSoUntilProvedOtherwise() {
    Deferred unsent = deferred(FailureReason.UNREACHABLE, Reach.BEFORE_SENDING);
    assertEquals(true, again(machines.judge(unsent, Row.FIRST.attempt(true))).uncertain());
    assertEquals(false, again(machines.judge(unsent, Row.FIRST.attempt(false))).uncertain());
  }

  @Test
  void whatIsUncertainIsNotTriedBeforeTheServiceCanBeAsked() {
    OutcomePolicy sms = policy(Audience.PEOPLE, Duration.ofMinutes(2));
    OutcomeVerdict verdict =
        sms.judge(deferred(FailureReason.UNCERTAIN, Reach.POSSIBLY_SENT), Row.FIRST.attempt(false));
    assertEquals(STARTED.plus(Duration.ofMinutes(2)), again(verdict).due());
  }

  @Test
  void theThirdDifferentDeliveryFailingInARowStopsTheLaneAndSpendsNothing() {
    Deferred failure = deferred(FailureReason.SERVER_ERROR, Reach.REFUSED);
    assertEquals(
        new BreakerUpdate.Unchanged(),
        machines.judge(failure, Row.FIRST.failing(2).attempt(false)).breaker());
    OutcomeVerdict third = machines.judge(failure, Row.FIRST.failing(3).attempt(false));
    assertInstanceOf(BreakerUpdate.LaneWaits.class, third.breaker());
    assertEquals(false, again(third).spends());
    assertEquals(Duration.ofSeconds(6), in(again(third).due()));
  }

  @Test
  void aProbeThatIsAnsweredHoweverBadlyFindsTheLaneReachable() {
    for (FailureReason reason :
        List.of(FailureReason.SERVER_ERROR, FailureReason.REQUEST_REFUSED)) {
      OutcomeVerdict verdict =
          machines.judge(deferred(reason, Reach.REFUSED), Row.FIRST.probing(2).attempt(false));
      assertEquals(new BreakerUpdate.Healthy(), verdict.breaker(), reason.code());
    }
    OutcomeVerdict stillFailing =
        machines.judge(
            deferred(FailureReason.SERVER_ERROR, Reach.REFUSED),
            Row.FIRST.probing(2).failing(3).attempt(false));
    assertEquals(
        Duration.ofMinutes(1),
        in(assertInstanceOf(BreakerUpdate.LaneWaits.class, stillFailing.breaker()).until()));
  }
}
