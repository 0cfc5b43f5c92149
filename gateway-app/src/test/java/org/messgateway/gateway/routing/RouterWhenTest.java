package org.messgateway.gateway.routing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.messgateway.gateway.protocol.ThreadBuilder.CREATED;
import static org.messgateway.gateway.protocol.ThreadBuilder.thread;
import static org.messgateway.gateway.routing.ExecutorBuilder.BERLIN;
import static org.messgateway.gateway.routing.ExecutorBuilder.LOS_ANGELES;
import static org.messgateway.gateway.routing.ExecutorBuilder.executor;
import static org.messgateway.gateway.routing.ExecutorBuilder.onSlack;
import static org.messgateway.gateway.routing.Scene.dues;
import static org.messgateway.gateway.routing.Scene.holds;
import static org.messgateway.gateway.routing.Scene.named;
import static org.messgateway.gateway.routing.Scene.then;
import static org.messgateway.gateway.routing.Scene.who;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.messgateway.api.mess.Priority;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.protocol.ThreadBuilder;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.routing.Rule.Choice.Everyone;
import org.messgateway.testkit.Conforms;

class RouterWhenTest {

  private static List<Instant> at(String... instants) {
    return List.of(instants).stream().map(Instant::parse).toList();
  }

  @Test
  void whatMayGoAtOnceIsDueSinceItsCreationHoweverLateWeLook() {
    Scene scene = Scene.of(onSlack("ana"));
    assertEquals(List.of(CREATED), dues(scene.route(thread())));
    assertEquals(List.of(CREATED), dues(scene.route(thread(), "2026-11-25T10:00:00Z")));
    assertEquals(Optional.empty(), scene.route(thread()).nextLook());
  }

  @Test
  void aStepIsToldWhenItsTimeHasComeAndIsDueThen() {
    Scene scene =
        Scene.of(onSlack("ana"), onSlack("bob"), onSlack("cy"), onSlack("di").onDemand())
            .rule(named("ana"), then(named("bob"), "PT10M"), then(new Everyone(), "PT1H"));
    Route first = scene.route(thread());
    assertEquals(List.of("ana@slack"), who(first));
    assertEquals(Optional.of(CREATED.plusSeconds(600)), first.nextLook());
    Route second = scene.route(thread(), "2026-11-20T10:10:00Z");
    assertEquals(List.of("ana@slack", "bob@slack"), who(second));
    assertEquals(at("2026-11-20T10:00:00Z", "2026-11-20T10:10:00Z"), dues(second));
    assertEquals(Optional.of(CREATED.plusSeconds(3600)), second.nextLook());
    Route third = scene.route(thread(), "2026-11-20T12:00:00Z");
    assertEquals(List.of("ana@slack", "bob@slack", "cy@slack"), who(third));
    assertEquals(Optional.empty(), third.nextLook());
  }

  @Test
  void stepsAreSkippedOnceSomebodyHasTheTask() {
    Scene scene =
        Scene.of(onSlack("ana"), onSlack("bob")).rule(named("ana"), then(named("bob"), "PT10M"));
    Route route =
        scene.route(thread().status(ThreadStatus.CLAIMED).executor("ana"), "2026-11-20T10:30:00Z");
    assertEquals(List.of(), who(route));
    assertEquals(Optional.empty(), route.nextLook());
  }

  @Test
  void aStepComesAtOnceWhenEverybodyBeforeItIsOutOfReachForGood() {
    Scene scene =
        Scene.of(onSlack("ana").at("sms", "+1"), onSlack("bob"))
            .rule(named("ana"), then(named("bob"), "PT1H"))
            .told("ana", "slack", "U-ana", DeliveryState.REJECTED, "2026-11-20T10:00:02Z");
    assertEquals(
        List.of("ana@slack", "ana@sms"), who(scene.route(thread(), "2026-11-20T10:05:00Z")));
    scene.told("ana", "sms", "+1", DeliveryState.DEAD, "2026-11-20T10:04:00Z");
    Route route = scene.route(thread(), "2026-11-20T10:05:00Z");
    assertEquals(List.of("ana@slack", "ana@sms", "bob@slack"), who(route));
    assertEquals(Instant.parse("2026-11-20T10:04:00Z"), dues(route).getLast());
    assertEquals(List.of(), holds(route));
  }

  @Test
  void aStepThatHasBegunStays() {
    Route route =
        Scene.of(onSlack("ana"), onSlack("bob"))
            .rule(named("ana"), then(named("bob"), "PT1H"))
            .told("ana", "slack", "U-ana", 0, DeliveryState.QUEUED, null, false)
            .told("bob", "slack", "U-bob", 0, DeliveryState.QUEUED, null, false)
            .route(thread(), "2026-11-20T10:05:00Z");
    assertEquals(List.of("ana@slack", "bob@slack"), who(route));
  }

  @Test
  void everybodyOutOfReachWithNoStepLeftIsTrouble() {
    Route route =
        Scene.of(onSlack("ana"))
            .told("ana", "slack", "U-ana", DeliveryState.REJECTED, "2026-11-20T10:00:02Z")
            .route(thread(), "2026-11-20T10:05:00Z");
    assertEquals(Hold.Kind.UNREACHED, route.trouble().orElseThrow().kind());
  }

  @Test
  @Conforms({40, 51})
  void notBeforeDefersAndStepsCountFromIt() {
    Scene scene =
        Scene.of(onSlack("ana"), onSlack("bob")).rule(named("ana"), then(named("bob"), "PT10M"));
    ThreadBuilder thread = thread().notBefore("2026-11-20T15:00:00Z");
    Route route = scene.route(thread);
    assertEquals(at("2026-11-20T15:00:00Z"), dues(route));
    assertEquals(List.of(Hold.Kind.NOT_BEFORE), holds(route));
    assertEquals(
        "it is not to be told before 2026-11-20 15:00 UTC", route.holds().getFirst().sentence());
    assertEquals(at("2026-11-20T15:00:00Z"), List.of(route.nextLook().orElseThrow()));
    Route then = scene.route(thread, "2026-11-20T15:00:00Z");
    assertEquals(at("2026-11-20T15:00:00Z"), dues(then));
    assertEquals(List.of(), holds(then));
    assertEquals(at("2026-11-20T15:10:00Z"), List.of(then.nextLook().orElseThrow()));
  }

  @Test
  @Conforms(94)
  void hoursBecomeTheDueTime() {
    Scene scene = Scene.of(onSlack("ana").hours("0 8-22 * * *", LOS_ANGELES));
    // 02:00 in Los Angeles.
    Route night = scene.route(thread());
    assertEquals(at("2026-11-20T16:00:00Z"), dues(night));
    assertEquals(Optional.of(Instant.parse("2026-11-21T06:00:00Z")), night.nextLook());
    Route open = scene.route(thread(), "2026-11-20T20:00:00Z");
    assertEquals(at("2026-11-20T16:00:00Z"), dues(open));
    assertEquals(Optional.of(Instant.parse("2026-11-21T06:00:00Z")), open.nextLook());
    // Could not be sent all day long.
    assertEquals(at("2026-11-21T16:00:00Z"), dues(scene.route(thread(), "2026-11-21T06:00:00Z")));
  }

  @Test
  void whatWasDeliveredDoesNotWaitForHours() {
    Scene scene =
        Scene.of(onSlack("ana").hours("0 8-22 * * *", BERLIN))
            .told("ana", "slack", "U-ana", DeliveryState.DELIVERED, "2026-11-20T10:00:01Z");
    Route route = scene.route(thread(), "2026-11-20T23:00:00Z");
    assertEquals(List.of(CREATED), dues(route));
    assertEquals(Optional.empty(), route.nextLook());
  }

  @Test
  void quietHoursDeferAndUrgentPasses() {
    Scene scene = Scene.of(onSlack("ana").quiet("10:00", "13:00", BERLIN));
    assertEquals(at("2026-11-20T12:00:00Z"), dues(scene.route(thread())));
    assertEquals(List.of(CREATED), dues(scene.route(thread().priority(Priority.URGENT))));
  }

  @Test
  void urgentDoesNotPassNotBefore() {
    Route route =
        Scene.of(onSlack("ana").hours("0 8-9 * * *", BERLIN))
            .route(thread().priority(Priority.URGENT).notBefore("2026-11-20T15:00:00Z"));
    assertEquals(at("2026-11-20T15:00:00Z"), dues(route));
  }

  @Test
  void hoursOfOneDoNotDeferAnother() {
    Route route =
        Scene.of(onSlack("ana").hours("0 20-22 * * *", BERLIN), onSlack("bob")).route(thread());
    assertEquals(at("2026-11-20T19:00:00Z", "2026-11-20T10:00:00Z"), dues(route));
  }

  @Test
  void aSharedMessageGoesWhenTheFirstOfThemMayBeTold() {
    Route route =
        Scene.of(
                executor("ana").at("sms", "+1").hours("0 20-22 * * *", BERLIN),
                executor("bob").at("sms", "+1").quiet("10:00", "12:00", BERLIN))
            .route(thread());
    assertEquals(List.of("ana+bob@sms"), who(route));
    assertEquals(at("2026-11-20T11:00:00Z"), dues(route));
  }

  @Test
  void theDeadlineStopsAllTelling() {
    Scene scene = Scene.of(onSlack("ana"));
    ThreadBuilder thread = thread().neededBy("2026-11-20T12:00:00Z");
    Route before = scene.route(thread, "2026-11-20T11:59:59Z");
    assertEquals(List.of("ana@slack"), who(before));
    assertEquals(Optional.of(Instant.parse("2026-11-20T12:00:00Z")), before.nextLook());
    Route after = scene.route(thread, "2026-11-20T12:00:00Z");
    assertEquals(List.of(), who(after));
    assertEquals(List.of(Hold.Kind.DEADLINE_PASSED), holds(after));
    assertEquals(Optional.empty(), after.nextLook());
  }

  @Test
  void whoIsAvailableAgainOnlyAfterTheDeadlineIsNotTold() {
    Route route =
        Scene.of(onSlack("ana").hours("0 20-22 * * *", BERLIN)).route(thread().neededBy("2h"));
    assertEquals(List.of(), who(route));
    assertEquals(List.of(Hold.Kind.TOO_LATE), holds(route));
    assertEquals(
        "who could be told is available again only after the deadline: ana at 2026-11-20 19:00 UTC",
        route.holds().getFirst().sentence());
  }

  @Test
  void whoIsTooLateDoesNotHoldTheOthersUp() {
    Route route =
        Scene.of(onSlack("ana").hours("0 20-22 * * *", BERLIN), onSlack("bob"))
            .rule(named("ana"), then(named("bob"), "PT90M"))
            .route(thread().neededBy("2h"));
    assertEquals(List.of("bob@slack"), who(route));
    assertEquals(List.of(CREATED), dues(route));
    assertEquals(List.of(), holds(route));
  }

  @Test
  void notBeforeAfterTheDeadlineIsTooLate() {
    Route route =
        Scene.of(onSlack("ana")).route(thread().notBefore("2026-11-20T15:00:00Z").neededBy("1h"));
    assertEquals(List.of(), who(route));
    assertEquals(List.of(Hold.Kind.NOT_BEFORE, Hold.Kind.TOO_LATE), holds(route));
  }

  @Test
  void aStepAfterTheDeadlineNeverComes() {
    Route route =
        Scene.of(onSlack("ana"), onSlack("bob"))
            .rule(named("ana"), then(named("bob"), "PT3H"))
            .route(thread().neededBy("2h"));
    assertEquals(Optional.of(CREATED.plusSeconds(7200)), route.nextLook());
    assertEquals(
        new ExecutorVerdict.LaterStep("bob", CREATED.plusSeconds(10_800), true),
        route.explanation().verdicts().getLast());
  }

  @Test
  void hoursThatLeaveNoTimeAreTrouble() {
    Route route =
        Scene.of(onSlack("ana").hours("0 23 * * *", BERLIN).quiet("22:00", "07:00", BERLIN))
            .route(thread());
    assertEquals(Hold.Kind.NOBODY, route.trouble().orElseThrow().kind());
    assertEquals(List.of(new ExecutorVerdict.NoOpenHours("ana")), route.explanation().verdicts());
  }

  @ParameterizedTest
  @EnumSource(ThreadStatus.class)
  void onlyAPendingThreadIsTold(ThreadStatus status) {
    Route route = Scene.of(onSlack("ana")).route(thread().status(status));
    assertEquals(status == ThreadStatus.PENDING ? List.of("ana@slack") : List.of(), who(route));
    assertEquals(status == ThreadStatus.PENDING, route.holds().isEmpty());
    assertEquals(Optional.empty(), route.trouble());
  }

  @Test
  void eachStatusHoldsForItsOwnReason() {
    Scene scene = Scene.of(onSlack("ana"));
    assertEquals(
        List.of(Hold.Kind.BLOCKED), holds(scene.route(thread().status(ThreadStatus.WAITING))));
    Route waiting = scene.route(thread().status(ThreadStatus.WAITING).executor("ana"));
    assertEquals("ana has it: waiting", waiting.holds().getFirst().sentence());
    assertEquals(
        "it has ended: failed",
        scene.route(thread().status(ThreadStatus.FAILED)).holds().getFirst().sentence());
    assertEquals(List.of(new ExecutorVerdict.OnHold("ana")), waiting.explanation().verdicts());
  }

  @Test
  void noOtherOpenStatusExpires() {
    Route route =
        Scene.of(onSlack("ana"))
            .route(
                thread().status(ThreadStatus.IN_PROGRESS).executor("ana").neededBy("1h"),
                "2026-11-21T10:00:00Z");
    assertEquals(List.of(Hold.Kind.TAKEN), holds(route));
  }

  @Test
  void inANewRoundAllAreToldAnewAndStepsCountFromItsBeginning() {
    Scene scene =
        Scene.of(onSlack("ana"), onSlack("bob"))
            .rule(named("ana"), then(named("bob"), "PT10M"))
            .told("ana", "slack", "U-ana", DeliveryState.DELIVERED, "2026-11-20T10:00:01Z");
    ThreadBuilder thread =
        thread()
            .history("created", "2026-11-20T10:00:00Z")
            .history("claimed", "2026-11-20T10:30:00Z")
            .history("pending", "2026-11-20T11:00:00Z");
    Route route = scene.route(thread, "2026-11-20T11:01:00Z");
    assertEquals(1, route.round());
    assertEquals(1, route.desired().getFirst().identity().serial());
    assertEquals(at("2026-11-20T11:00:00Z"), dues(route));
    assertEquals(List.of("ana@slack"), who(route));
    assertEquals(Optional.of(Instant.parse("2026-11-20T11:10:00Z")), route.nextLook());
  }

  @Test
  void aCreationInTheFutureIsNotWaitedFor() {
    Scene scene = Scene.of(onSlack("ana").hours("0 8-22 * * *", BERLIN));
    Instant now = CREATED.minusSeconds(3600);
    Route route = scene.route(thread().build(), now);
    assertEquals(Instant.parse("2026-11-20T07:00:00Z"), dues(route).getFirst());
    assertEquals(Optional.of(CREATED), route.nextLook());
  }

  @Test
  void aThreadThatTellsNoTimeAtAllIsToldAtOnce() {
    Route route =
        Scene.of(onSlack("ana"), onSlack("bob"))
            .rule(named("ana"), then(named("bob"), "PT10M"))
            .route(thread().created(null).build(), CREATED);
    assertEquals(List.of("ana@slack", "bob@slack"), who(route));
  }

  @Test
  void timesBeyondAnyCalendarBreakNothing() {
    Route route =
        Scene.of(onSlack("ana").hours("0 8-22 * * *", BERLIN).quiet("22:00", "07:00", BERLIN))
            .route(thread().notBefore(Instant.MAX).created(Instant.MIN).neededBy("9999999w"));
    assertEquals(List.of(Hold.Kind.NOT_BEFORE), holds(route).subList(0, 1));
  }

  @Test
  void whatHoldsADependencyHoldsEverything() {
    Scene scene =
        Scene.of(onSlack("ana"))
            .knows((_, _) ->
                new DependencyStates.DependencyState.Unfinished("other", null, List.of()));
    Route route = scene.route(thread().dependsOn("b").priority(Priority.URGENT));
    assertEquals(List.of(), who(route));
    assertEquals(List.of(Hold.Kind.DEPENDS_ON), holds(route));
    assertEquals(List.of(new ExecutorVerdict.OnHold("ana")), route.explanation().verdicts());
    assertEquals(java.util.Set.of("b"), route.dependsOn());
  }

  @Test
  void stepsCountFromTheEndOfTheLastDependencyWhereItIsKnown() {
    Instant ended = Instant.parse("2026-11-22T08:00:00Z");
    Route route =
        Scene.of(onSlack("ana"), onSlack("bob"))
            .rule(named("ana"), then(named("bob"), "PT10M"))
            .knows((_, _) -> new DependencyStates.DependencyState.Succeeded("other", ended))
            .route(thread().dependsOn("b"), "2026-11-22T08:00:01Z");
    assertEquals(List.of("ana@slack"), who(route));
    assertEquals(List.of(ended), dues(route));
    assertEquals(Optional.of(ended.plusSeconds(600)), route.nextLook());
  }

  @Test
  void aDeadlineThatCannotBeReadIsNoted() {
    Route route = Scene.of(onSlack("ana")).route(thread().neededBy("tomorrow-ish"));
    assertEquals(Optional.empty(), route.deadline());
    assertEquals(1, route.explanation().notes().size());
  }

  @Test
  void aTaskThatAProgramWithoutLocksClaimedIsTaken() {
    Route route =
        Scene.of(onSlack("ana"), onSlack("bob"))
            .asked("bob", "slack", "U-bob")
            .route(
                thread()
                    .says("ana", "claimed", "2026-11-20T10:00:00Z")
                    .says("bob", "claimed", "2026-11-20T10:00:00Z"));
    assertEquals(List.of(Hold.Kind.TAKEN), holds(route));
    assertEquals(List.of("taken 0 bob@slack"), Scene.after(route));
    assertEquals(Optional.of("ana"), route.holder());
  }
}
