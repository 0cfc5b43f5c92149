package org.messgateway.gateway.routing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.messgateway.gateway.protocol.ThreadBuilder.CREATED;
import static org.messgateway.gateway.protocol.ThreadBuilder.thread;
import static org.messgateway.gateway.routing.ExecutorBuilder.executor;
import static org.messgateway.gateway.routing.ExecutorBuilder.onSlack;
import static org.messgateway.gateway.routing.Scene.holds;
import static org.messgateway.gateway.routing.Scene.named;
import static org.messgateway.gateway.routing.Scene.then;
import static org.messgateway.gateway.routing.Scene.who;
import static org.messgateway.gateway.routing.Scene.whyNot;

import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.routing.Rule.Choice.Everyone;
import org.messgateway.testkit.Conforms;

/**
 * Who is not told unasked of a task that requires nothing: robots, and channels that cost money.
 */
class RouterSparedTest {

  private static final List<String> ANA = List.of("ana@slack");

  private static ExecutorBuilder roomba() {
    return executor("roomba").can("vacuum-floor").at("webhook", "http://roomba");
  }

  /** On two channels at once, of which one costs money. */
  private static Scene anaOnSlackAndSms() {
    return Scene.of(onSlack("ana").at("sms", "+1")).paid("sms");
  }

  @Test
  void aTaskThatRequiresNothingIsNotForRobots() {
    Route route = Scene.of(onSlack("ana"), roomba()).route(thread());
    assertEquals(ANA, who(route));
    assertEquals(new Exclusion.RequiresNothing(false), whyNot(route, "roomba"));
  }

  @Test
  void whatRequiresACapabilityIsForEverybodyWhoHasIt() {
    Route route =
        Scene.of(onSlack("ana").can("vacuum-floor"), roomba())
            .route(thread().requires("vacuum-floor"));
    assertEquals(List.of("ana@slack", "roomba@webhook"), who(route));
  }

  @Test
  void aRuleMayNameARobot() {
    Route route = Scene.of(onSlack("ana"), roomba()).rule(named("ana", "roomba")).route(thread());
    assertEquals(List.of("ana@slack", "roomba@webhook"), who(route));
  }

  @Test
  void everyoneNamesNobody() {
    Route route =
        Scene.of(onSlack("ana"), onSlack("bob"), roomba())
            .rule(named("bob"), then(new Everyone(), "PT10M"))
            .route(thread(), "2026-11-20T10:10:00Z");
    assertEquals(List.of("bob@slack", "ana@slack"), who(route));
    assertEquals(new Exclusion.RequiresNothing(false), whyNot(route, "roomba"));
  }

  @Test
  void aRobotThatWantsAnyTaskIsToldOfAny() {
    Route route = Scene.of(onSlack("ana"), roomba().anyTask(true)).route(thread());
    assertEquals(List.of("ana@slack", "roomba@webhook"), who(route));
  }

  @Test
  void aPersonMayWantOnlyTasksThatRequireSomething() {
    Route route = Scene.of(onSlack("ana"), onSlack("bob").anyTask(false)).route(thread());
    assertEquals(ANA, who(route));
    assertEquals(new Exclusion.RequiresNothing(true), whyNot(route, "bob"));
  }

  @Test
  @Conforms(101)
  void whereNobodyElseIsLeftRobotsAreTold() {
    Route route = Scene.of(roomba()).route(thread());
    assertEquals(List.of("roomba@webhook"), who(route));
    assertTrue(
        route
            .explanation()
            .notes()
            .contains("it requires nothing, and nobody else is left to be told"));
  }

  @Test
  void onceEverybodyPassedRobotsAreTold() {
    Route route =
        Scene.of(onSlack("ana"), roomba())
            .route(thread().says("ana", "declined", "2026-11-20T10:00:00Z"));
    assertEquals(List.of("roomba@webhook"), who(route));
  }

  @Test
  void onceEverybodyIsOutOfReachForGoodRobotsAreTold() {
    Scene scene =
        Scene.of(onSlack("ana"), roomba())
            .told("ana", "slack", "U-ana", DeliveryState.REJECTED, "2026-11-20T10:00:01Z");
    Route route = scene.route(thread(), "2026-11-20T10:00:02Z");
    assertEquals(List.of("ana@slack", "roomba@webhook"), who(route));
    assertEquals(List.of(), holds(route));
  }

  @Test
  void aRobotThatWasToldStaysToldWhenPeopleCanBeReachedAgain() {
    Scene scene =
        Scene.of(onSlack("ana"), roomba())
            .told("ana", "slack", "U-ana", DeliveryState.DELIVERED, "2026-11-20T10:05:00Z")
            .told("roomba", "webhook", "http://roomba", 0, DeliveryState.QUEUED, null, false);
    assertEquals(
        List.of("ana@slack", "roomba@webhook"), who(scene.route(thread(), "2026-11-20T10:06:00Z")));
  }

  @Test
  @Conforms(101)
  void whoIsSparedMayTakeTheTaskAllTheSame() {
    Catalogue catalogue = Scene.of(onSlack("ana"), roomba()).catalogue();
    assertEquals(Set.of("ana", "roomba"), CapableExecutors.of(thread().build(), catalogue));
  }

  @Test
  void aChannelWhoseAdapterIsMissingMayBeOneForPeople() {
    Route route =
        Scene.of(executor("ana").at("pigeon", "1"), roomba()).unknown("pigeon").route(thread());
    assertEquals(List.of("ana@pigeon"), who(route));
  }

  @Test
  void whatCostsMoneyIsSparedWhereAFreeChannelIs() {
    Route route = anaOnSlackAndSms().route(thread());
    assertEquals(ANA, who(route));
    assertEquals(
        "ana is told by slack (U-ana); not by sms, which costs money, unless the others fail: the"
            + " task requires nothing",
        new ExplanationText(ZoneOffset.UTC, CREATED).lines(route, "ana").getFirst());
  }

  @Test
  void whatCostsMoneyIsUsedForATaskThatRequiresSomething() {
    Route route =
        Scene.of(onSlack("ana").at("sms", "+1").can("a")).paid("sms").route(thread().requires("a"));
    assertEquals(List.of("ana@slack", "ana@sms"), who(route));
  }

  @Test
  void whatCostsMoneyIsUsedForWhomARuleNames() {
    assertEquals(
        List.of("ana@slack", "ana@sms"),
        who(anaOnSlackAndSms().rule(named("ana")).route(thread())));
  }

  @Test
  void whatCostsMoneyIsUsedForWhoWantsAnyTask() {
    Scene scene = Scene.of(onSlack("ana").at("sms", "+1").anyTask(true)).paid("sms");
    assertEquals(List.of("ana@slack", "ana@sms"), who(scene.route(thread())));
  }

  @Test
  void aPersonsOnlyChannelIsUsedWhateverItCosts() {
    Scene scene = Scene.of(onSlack("ana"), executor("bob").at("sms", "+2")).paid("sms");
    assertEquals(List.of("ana@slack", "bob@sms"), who(scene.route(thread())));
  }

  @Test
  void aHomeWithSmsAloneHearsEverything() {
    Scene scene =
        Scene.of(executor("ana").at("sms", "+1"), executor("bob").at("sms", "+2")).paid("sms");
    assertEquals(List.of("ana@sms", "bob@sms"), who(scene.route(thread())));
  }

  @Test
  void anOrderThatSomebodyWroteIsKept() {
    Scene scene =
        Scene.of(onSlack("ana").at("sms", "+1").inOrder(Duration.ofMinutes(3))).paid("sms");
    assertEquals(ANA, who(scene.route(thread())));
    scene.told("ana", "slack", "U-ana", DeliveryState.DELIVERED, "2026-11-20T10:00:01Z");
    assertEquals(
        List.of("ana@slack", "ana@sms"), who(scene.route(thread(), "2026-11-20T10:03:01Z")));
  }

  @Test
  void whatCostsMoneyIsUsedWhereTheFreeChannelFailed() {
    Scene scene =
        anaOnSlackAndSms()
            .told("ana", "slack", "U-ana", DeliveryState.REJECTED, "2026-11-20T10:00:01Z");
    assertEquals(
        List.of("ana@slack", "ana@sms"), who(scene.route(thread(), "2026-11-20T10:00:02Z")));
  }

  @Test
  void whatCostsMoneyIsUsedWhileTheFreeChannelIsOutOfReach() {
    Scene scene = anaOnSlackAndSms().offline("ana", "slack", "U-ana");
    assertEquals(
        List.of("ana@slack", "ana@sms"), who(scene.route(thread(), "2026-11-20T10:00:02Z")));
    scene.told("ana", "sms", "+1", DeliveryState.DELIVERED, "2026-11-20T10:00:03Z");
    assertEquals(
        List.of("ana@slack", "ana@sms"), who(scene.route(thread(), "2026-11-20T11:00:00Z")));
  }
}
