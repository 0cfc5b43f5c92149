package org.messgateway.gateway.routing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.messgateway.gateway.protocol.ThreadBuilder.thread;
import static org.messgateway.gateway.routing.ExecutorBuilder.BERLIN;
import static org.messgateway.gateway.routing.ExecutorBuilder.executor;
import static org.messgateway.gateway.routing.ExecutorBuilder.onSlack;
import static org.messgateway.gateway.routing.Scene.after;
import static org.messgateway.gateway.routing.Scene.dues;
import static org.messgateway.gateway.routing.Scene.who;
import static org.messgateway.gateway.routing.Scene.whyNot;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.messgateway.api.NotificationKind;
import org.messgateway.api.mess.Priority;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.protocol.ThreadBuilder;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.testkit.Conforms;

class FollowUpsTest {

  private static final String CLAIMED_AT = "2026-11-20T10:05:00Z";
  private static final String LATER = "2026-11-20T10:06:00Z";

  private static ThreadBuilder claimed(String by) {
    return thread()
        .executor(by)
        .status(ThreadStatus.CLAIMED)
        .history("created", "2026-11-20T10:00:00Z")
        .says(by, "claimed", CLAIMED_AT);
  }

  private static ThreadBuilder ended(ThreadStatus status, String holder, String by) {
    return claimed(holder).status(status).says(by, status.code(), LATER);
  }

  /** Ana and Bob were asked over slack, Cy by SMS, a robot that wants any task by webhook. */
  private static Scene house() {
    return Scene.of(
            onSlack("ana"),
            onSlack("bob"),
            executor("cy").at("sms", "+3"),
            executor("robot").at("webhook", "http://robot").anyTask(true))
        .asked("ana", "slack", "U-ana")
        .asked("bob", "slack", "U-bob")
        .asked("cy", "sms", "+3")
        .asked("robot", "webhook", "http://robot");
  }

  @Test
  void whoClaimsIsToldSoAndAllOthersWhoWereAskedToo() {
    assertEquals(
        List.of(
            "claimed 0 ana@slack", "taken 0 bob@slack", "taken 0 cy@sms", "taken 0 robot@webhook"),
        after(house().route(claimed("ana"), LATER)));
  }

  @Test
  void aMachineGetsTheVerdictOfItsBid() {
    assertEquals(
        List.of(
            "taken 0 ana@slack", "taken 0 bob@slack", "taken 0 cy@sms", "claimed 0 robot@webhook"),
        after(house().route(claimed("robot"), LATER)));
  }

  @Test
  void aMachineGetsTheVerdictEvenWhenItHasDoneItMeanwhile() {
    assertEquals(
        "claimed 0 robot@webhook",
        after(house().route(ended(ThreadStatus.COMPLETED, "robot", "robot"), LATER)).getLast());
  }

  @Test
  void whoClaimsBySmsHeardItInTheAnswer() {
    assertEquals(
        List.of("taken 0 ana@slack", "taken 0 bob@slack", "taken 0 robot@webhook"),
        after(house().route(claimed("cy"), LATER)));
  }

  @ParameterizedTest
  @EnumSource(
      value = DeliveryState.class,
      names = {"QUEUED", "WITHDRAWN", "REJECTED", "DEAD", "EXPIRED"})
  void whomNoRequestReachedIsToldNothing(DeliveryState state) {
    Scene scene =
        Scene.of(onSlack("ana"), onSlack("bob"))
            .asked("ana", "slack", "U-ana")
            .told("bob", "slack", "U-bob", NotificationKind.REQUEST, 0, state);
    assertEquals(List.of("claimed 0 ana@slack"), after(scene.route(claimed("ana"), LATER)));
  }

  @Test
  void aRequestOnItsWayIsWaitedFor() {
    Scene scene =
        Scene.of(onSlack("ana"), onSlack("bob"))
            .asked("ana", "slack", "U-ana")
            .told("bob", "slack", "U-bob", NotificationKind.REQUEST, 0, DeliveryState.SENDING);
    Route route = scene.route(claimed("ana"), LATER);
    assertEquals(List.of("claimed 0 ana@slack"), after(route));
    assertEquals(Optional.of(Instant.parse("2026-11-20T10:06:02Z")), route.nextLook());
  }

  @ParameterizedTest
  @EnumSource(ThreadStatus.class)
  void whereNobodyWasToldNobodyIsToldOfTheEnd(ThreadStatus status) {
    Scene nobody = Scene.of(onSlack("ana"), executor("robot").at("webhook", "http://robot"));
    assertEquals(List.of(), after(nobody.route(claimed("zoe").status(status), LATER)));
  }

  @Test
  void requestsThatWaitAreNotWantedOnceSomebodyHasIt() {
    Route route =
        Scene.of(onSlack("ana"), onSlack("bob"))
            .asked("ana", "slack", "U-ana")
            .route(claimed("ana"), LATER);
    assertTrue(
        route.desired().stream()
            .noneMatch(desired -> desired.identity().kind() == NotificationKind.REQUEST));
  }

  @ParameterizedTest
  @CsvSource({"CANCELLED, cancelled", "EXPIRED, expired", "SUPERSEDED, cancelled"})
  void whenItIsOverAllWhoWereAskedAreTold(ThreadStatus status, String kind) {
    Route route = house().route(ended(status, "ana", "exchange"), LATER);
    assertEquals(
        List.of(
            kind + " 0 ana@slack",
            kind + " 0 bob@slack",
            kind + " 0 cy@sms",
            kind + " 0 robot@webhook"),
        after(route));
  }

  @Test
  void whoDoesNotHaveItGetsOneNoteAtMost() {
    Scene scene =
        house().told("cy", "sms", "+3", NotificationKind.TAKEN, 0, DeliveryState.DELIVERED);
    assertEquals(
        List.of("cancelled 0 ana@slack", "cancelled 0 bob@slack", "cancelled 0 robot@webhook"),
        after(scene.route(ended(ThreadStatus.CANCELLED, "ana", "agent"), LATER)));
  }

  @Test
  void whoHasItBySmsIsToldThatItIsOver() {
    assertTrue(
        after(house().route(ended(ThreadStatus.CANCELLED, "cy", "agent"), LATER))
            .contains("cancelled 0 cy@sms"));
  }

  @Test
  void theSameEndIsWantedAsLongAsItIsTrueSoThatNothingIsToldTwice() {
    Scene scene =
        house().told("cy", "sms", "+3", NotificationKind.CANCELLED, 0, DeliveryState.DELIVERED);
    assertTrue(
        after(scene.route(ended(ThreadStatus.CANCELLED, "ana", "agent"), LATER))
            .contains("cancelled 0 cy@sms"));
  }

  @Test
  void whoEndedItIsNotToldSo() {
    assertEquals(
        List.of("cancelled 0 bob@slack", "cancelled 0 cy@sms", "cancelled 0 robot@webhook"),
        after(house().route(ended(ThreadStatus.DELEGATED, "ana", "ana"), LATER)));
  }

  @Test
  void whatWasDoneWithoutAClaimIsTakenForTheOthers() {
    ThreadBuilder done =
        thread().status(ThreadStatus.COMPLETED).says("ana", "completed", CLAIMED_AT);
    assertEquals(
        List.of(
            "finished 0 ana@slack",
            "finished 0 bob@slack",
            "taken 0 cy@sms",
            "taken 0 robot@webhook"),
        after(house().route(done, LATER)));
  }

  @ParameterizedTest
  @EnumSource(
      value = ThreadStatus.class,
      names = {"COMPLETED", "PARTIAL", "FAILED"})
  void theMessageOfWhoHasDoneItOffersNothingMore(ThreadStatus status) {
    assertEquals(
        List.of(
            "finished 0 ana@slack",
            "finished 0 bob@slack",
            "taken 0 cy@sms",
            "taken 0 robot@webhook"),
        after(house().route(ended(status, "ana", "ana"), LATER)));
  }

  @Test
  void thatItIsDoneIsNoFurtherMessage() {
    for (String by : List.of("cy", "robot")) {
      List<String> told = after(house().route(ended(ThreadStatus.COMPLETED, by, by), LATER));
      assertEquals(
          List.of("finished 0 ana@slack", "finished 0 bob@slack"),
          told.stream().filter(it -> it.startsWith("finished")).toList(),
          "where a message is edited, and nowhere else");
    }
  }

  @Test
  void aSharedAddressIsShownThatItIsDone() {
    Scene scene =
        Scene.of(executor("ana").at("slack", "C-1"), executor("bob").at("slack", "C-1"))
            .asked("ana", "slack", "C-1");
    assertEquals(
        List.of("finished 0 ana+bob@slack"),
        after(scene.route(ended(ThreadStatus.COMPLETED, "bob", "bob"), LATER)));
  }

  @Test
  void aNoteWaitsForTheMorningAndAnEditDoesNot() {
    Scene scene =
        Scene.of(
                onSlack("ana"),
                onSlack("bob").quiet("10:00", "13:00", BERLIN),
                executor("cy").at("sms", "+3").quiet("10:00", "13:00", BERLIN))
            .asked("ana", "slack", "U-ana")
            .asked("bob", "slack", "U-bob")
            .asked("cy", "sms", "+3");
    Route route = scene.route(claimed("ana"), LATER);
    assertEquals(
        List.of("claimed 0 ana@slack", "taken 0 bob@slack", "taken 0 cy@sms"), after(route));
    assertEquals(
        List.of(
            Instant.parse(CLAIMED_AT),
            Instant.parse(CLAIMED_AT),
            Instant.parse("2026-11-20T12:00:00Z")),
        dues(route));
    assertEquals(
        List.of("finished 0 ana@slack", "finished 0 bob@slack"),
        after(scene.route(ended(ThreadStatus.COMPLETED, "ana", "ana"), LATER)),
        "what is moot by morning is not told in the morning");
  }

  @Test
  void anUrgentNoteDoesNotWait() {
    Scene scene =
        Scene.of(onSlack("ana"), executor("cy").at("sms", "+3").quiet("10:00", "13:00", BERLIN))
            .asked("cy", "sms", "+3");
    assertEquals(
        List.of(Instant.parse(CLAIMED_AT)),
        dues(scene.route(claimed("ana").priority(Priority.URGENT), LATER)));
  }

  @Test
  void whoPassedOnItGetsNoNoteButAnEdit() {
    ThreadBuilder thread =
        thread()
            .says("bob", "declined", "2026-11-20T10:01:00Z")
            .says("cy", "declined", "2026-11-20T10:02:00Z")
            .executor("ana")
            .status(ThreadStatus.CLAIMED)
            .says("ana", "claimed", CLAIMED_AT);
    assertEquals(
        List.of("claimed 0 ana@slack", "taken 0 bob@slack", "taken 0 robot@webhook"),
        after(house().route(thread, LATER)));
  }

  @Test
  void aSharedAddressGetsOneMessageThatNamesWhoHasIt() {
    Scene scene =
        Scene.of(executor("ana").at("slack", "C-1"), executor("bob").at("slack", "C-1"))
            .asked("ana", "slack", "C-1");
    Route route = scene.route(claimed("bob"), LATER);
    assertEquals(List.of("taken 0 ana+bob@slack"), after(route));
    assertEquals(Optional.of("bob"), route.holder());
  }

  // Given back.

  private static ThreadBuilder givenBack() {
    return thread()
        .history("created", "2026-11-20T10:00:00Z")
        .says("ana", "claimed", CLAIMED_AT)
        .says("ana", "declined", LATER);
  }

  @Test
  void whatIsGivenBackIsAskedAgainOfAllButWhoGaveItBack() {
    Route route = house().route(givenBack(), "2026-11-20T10:07:00Z");
    assertEquals(1, route.round());
    assertEquals(List.of("bob@slack", "cy@sms", "robot@webhook"), who(route));
    assertEquals(new Exclusion.AlreadyDeclined(), whyNot(route, "ana"));
  }

  @Test
  void whoPassedInAnEarlierRoundIsAskedAgain() {
    ThreadBuilder thread =
        thread()
            .says("bob", "declined", "2026-11-20T10:01:00Z")
            .says("ana", "claimed", CLAIMED_AT)
            .says("ana", "declined", LATER);
    assertEquals(
        List.of("bob@slack", "cy@sms", "robot@webhook"),
        who(house().route(thread, "2026-11-20T10:07:00Z")));
  }

  @Test
  void whoPassesIsNotAskedAndTheStepBehindBeginsAtOnce() {
    Scene scene =
        Scene.of(onSlack("ana"), onSlack("bob"))
            .rule(Scene.named("ana"), Scene.then(Scene.named("bob"), "PT10M"))
            .asked("ana", "slack", "U-ana");
    assertEquals(List.of("ana@slack"), who(scene.route(thread(), "2026-11-20T10:01:00Z")));
    Route route =
        scene.route(
            thread().says("ana", "declined", "2026-11-20T10:01:00Z"), "2026-11-20T10:02:00Z");
    assertEquals(List.of("bob@slack"), who(route));
    assertEquals(new Exclusion.AlreadyDeclined(), whyNot(route, "ana"));
  }

  @Test
  void whereAllPassedNobodyIsLeft() {
    Route route =
        Scene.of(onSlack("ana"))
            .asked("ana", "slack", "U-ana")
            .route(thread().says("ana", "declined", CLAIMED_AT), LATER);
    assertEquals(List.of(), who(route));
    assertEquals("nobody can be told: ana passed on it", route.trouble().orElseThrow().sentence());
  }

  @Test
  void theNextRoundKeepsItsNumberWhenSomebodyElseClaims() {
    Route route =
        house()
            .asked("bob", "slack", "U-bob", 1)
            .asked("cy", "sms", "+3", 1)
            .route(
                givenBack()
                    .says("bob", "claimed", "2026-11-20T10:08:00Z")
                    .executor("bob")
                    .status(ThreadStatus.CLAIMED),
                "2026-11-20T10:09:00Z");
    assertEquals(1, route.round());
    assertEquals(List.of("claimed 1 bob@slack", "taken 1 cy@sms"), after(route));
  }

  @Test
  void aDeclineThatComesAfterAnothersClaimTakesNothingAway() {
    Route route =
        house().route(claimed("ana").says("bob", "declined", LATER), "2026-11-20T10:07:00Z");
    assertEquals(0, route.round());
    assertTrue(after(route).contains("claimed 0 ana@slack"));
  }

  @Test
  void channelsInOrderStopAtAClaim() {
    Scene scene =
        Scene.of(
                onSlack("ana").at("sms", "+1").inOrder(Duration.ofMinutes(3)),
                executor("robot").at("webhook", "http://robot"))
            .rule(Scene.named("ana"), Scene.then(Scene.named("robot"), "PT10M"))
            .asked("ana", "slack", "U-ana");
    assertEquals(
        List.of("ana@slack", "ana@sms", "robot@webhook"),
        who(scene.route(thread(), "2026-11-20T11:00:00Z")));
    assertEquals(List.of("ana@slack"), who(scene.route(claimed("ana"), "2026-11-20T11:00:00Z")));
  }

  // Answers of the one who asks.

  @Test
  void anAnswerGoesToWhoHasItWhereTheyWereAsked() {
    Route route = house().route(claimed("ana").replies(LATER), "2026-11-20T10:07:00Z");
    assertTrue(after(route).contains("reply 2 ana@slack"), () -> after(route).toString());
    assertEquals(1, after(route).stream().filter(it -> it.startsWith("reply")).count());
  }

  @Test
  void everyAnswerIsOneOfItsOwn() {
    ThreadBuilder thread =
        claimed("cy").replies(LATER).says("cy", "in_progress", LATER).replies(LATER);
    assertEquals(
        List.of("reply 2 cy@sms", "reply 4 cy@sms"),
        after(house().route(thread, LATER)).stream().filter(it -> it.startsWith("reply")).toList());
  }

  @Test
  void anAnswerGoesToWhoAskedBeforeItTookIt() {
    ThreadBuilder thread =
        thread()
            .status(ThreadStatus.NEEDS_INPUT)
            .says("bob", "needs_input", CLAIMED_AT)
            .replies(LATER);
    assertTrue(after(house().route(thread, LATER)).contains("reply 2 bob@slack"));
  }

  @Test
  void anAnswerToOneWhoGaveItBackIsNotTold() {
    ThreadBuilder thread =
        thread()
            .says("ana", "claimed", CLAIMED_AT)
            .replies(LATER)
            .says("ana", "declined", "2026-11-20T10:07:00Z");
    assertEquals(List.of(), after(house().route(thread, "2026-11-20T10:08:00Z")));
  }

  @Test
  void anAnswerWaitsForTheMorning() {
    Route route =
        Scene.of(onSlack("ana").quiet("10:00", "13:00", BERLIN))
            .asked("ana", "slack", "U-ana")
            .route(claimed("ana").replies(LATER), "2026-11-20T10:07:00Z");
    assertEquals(Instant.parse("2026-11-20T12:00:00Z"), dues(route).getLast());
  }

  @Test
  void whenItIsOverOldAnswersAreNotTold() {
    assertTrue(
        after(
                house()
                    .route(
                        claimed("ana")
                            .replies(LATER)
                            .says("agent", "cancelled", LATER)
                            .status(ThreadStatus.CANCELLED),
                        "2026-11-20T10:07:00Z"))
            .stream()
            .noneMatch(it -> it.startsWith("reply")));
  }

  // Still on it?

  private static List<String> reminders(Route route) {
    return after(route).stream().filter(it -> it.startsWith("reminder")).toList();
  }

  @Test
  void whoSaysNothingForFourHoursIsAskedThreeTimes() {
    ThreadBuilder thread = claimed("ana");
    Route quiet = house().route(thread, "2026-11-20T14:04:59Z");
    assertEquals(List.of(), reminders(quiet));
    assertEquals(Optional.of(Instant.parse("2026-11-20T14:05:00Z")), quiet.nextLook());
    Route first = house().route(thread, "2026-11-20T14:05:00Z");
    assertEquals(List.of("reminder 11 ana@slack"), reminders(first));
    assertEquals(Optional.of(Instant.parse("2026-11-20T18:05:00Z")), first.nextLook());
    assertEquals(
        List.of("reminder 13 ana@slack"), reminders(house().route(thread, "2026-11-22T00:00:00Z")));
    assertEquals(Optional.empty(), house().route(thread, "2026-11-22T00:00:00Z").nextLook());
  }

  @Test
  void aWordBreaksTheSilenceAndTheNextOneCountsAnew() {
    ThreadBuilder thread = claimed("ana").says("ana", "in_progress", "2026-11-20T13:00:00Z");
    assertEquals(List.of(), reminders(house().route(thread, "2026-11-20T14:05:00Z")));
    assertEquals(
        List.of("reminder 21 ana@slack"), reminders(house().route(thread, "2026-11-20T17:00:00Z")));
  }

  @Test
  void whereTheDeadlineIsNearTheyAreAskedAfterHalfOfWhatIsLeft() {
    ThreadBuilder thread = claimed("ana").neededBy("2026-11-20T11:05:00Z");
    assertEquals(
        Optional.of(Instant.parse("2026-11-20T10:35:00Z")),
        house().route(thread, LATER).nextLook());
    assertEquals(
        List.of("reminder 12 ana@slack"), reminders(house().route(thread, "2026-11-20T10:50:00Z")));
    assertEquals(List.of(), reminders(house().route(thread, "2026-11-20T11:05:00Z")));
  }

  @Test
  @Conforms(77)
  void whoSaidUntilWhenIsLeftAloneUntilThen() {
    ThreadBuilder thread =
        claimed("ana").says("ana", LATER, ThreadBuilder.status("in_progress", Map.of("eta", "6h")));
    assertEquals(List.of(), reminders(house().route(thread, "2026-11-20T15:00:00Z")));
    assertEquals(
        List.of("reminder 21 ana@slack"), reminders(house().route(thread, "2026-11-20T16:06:00Z")));
  }

  @Test
  @Conforms(284)
  void whoEstimatedWhenClaimingIsLeftAloneUntilThen() {
    ThreadBuilder thread =
        claimed("ana")
            .says("ana", LATER, ThreadBuilder.status("claimed", Map.of("estimate", "PT6H")));
    assertEquals(List.of(), reminders(house().route(thread, "2026-11-20T15:00:00Z")));
    assertEquals(
        List.of("reminder 21 ana@slack"), reminders(house().route(thread, "2026-11-20T16:06:00Z")));
  }

  @ParameterizedTest
  @EnumSource(
      value = ThreadStatus.class,
      names = {"WAITING", "HELD", "NEEDS_INPUT", "NEEDS_CONFIRMATION", "COMPLETED"})
  void whoIsNotExpectedToGoOnIsNotAsked(ThreadStatus status) {
    assertEquals(
        List.of(), reminders(house().route(claimed("ana").status(status), "2026-11-21T10:00:00Z")));
  }

  @Test
  void remindersCanBeTurnedOff() {
    assertEquals(
        List.of(),
        reminders(
            house()
                .reminders(new ReminderPolicy(Duration.ofHours(1), 0))
                .route(claimed("ana"), "2026-11-21T10:00:00Z")));
  }

  @Test
  void inOrderOnlyTheFirstChannelReminds() {
    Scene scene =
        Scene.of(onSlack("ana").at("sms", "+1").inOrder(Duration.ofMinutes(3)))
            .asked("ana", "slack", "U-ana")
            .asked("ana", "sms", "+1");
    assertEquals(
        List.of("reminder 11 ana@slack"),
        reminders(scene.route(claimed("ana"), "2026-11-20T14:05:00Z")));
  }
}
