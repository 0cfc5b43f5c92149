package org.messgateway.gateway.routing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.messgateway.gateway.protocol.ThreadBuilder.thread;
import static org.messgateway.gateway.routing.ExecutorBuilder.onSlack;
import static org.messgateway.gateway.routing.Scene.named;
import static org.messgateway.gateway.routing.Scene.then;
import static org.messgateway.gateway.routing.Scene.who;
import static org.messgateway.gateway.routing.Scene.whyNot;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.messgateway.api.NotificationKind;
import org.messgateway.gateway.protocol.ThreadBuilder;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.TaskResult;
import org.messgateway.gateway.queue.TaskResult.TaskOutcome;
import org.messgateway.gateway.routing.Rule.Choice;
import org.messgateway.gateway.routing.Rule.Match;
import org.messgateway.gateway.routing.Rule.Policy;
import org.messgateway.testkit.Conforms;

/** Rules that prefer by how executors did with their last tasks. */
final class PolicyRulesTest {

  private static final Instant OFFERED = Instant.parse("2026-11-19T10:00:00Z");
  private static final Choice FASTEST =
      new Choice.Best(Policy.LOWER_LATENCY, new Choice.Everyone());
  private static final Choice MOST_PRECISE =
      new Choice.Best(Policy.HIGHER_PRECISION, new Choice.Everyone());

  private final Map<String, Map<String, ExecutorPerformance>> figures = new HashMap<>();

  /** Tasks that an executor answered after so many minutes each, claimed after half of it. */
  private PolicyRulesTest answered(String executor, String capability, int... minutes) {
    List<TaskResult> results = new ArrayList<>();
    for (int each : minutes) {
      results.add(result(executor, Duration.ofMinutes(each), TaskOutcome.COMPLETED));
    }
    figures
        .computeIfAbsent(capability, _ -> new HashMap<>())
        .put(executor, ExecutorPerformance.of(results));
    return this;
  }

  private PolicyRulesTest outcomes(String executor, int completed, TaskOutcome other, int others) {
    List<TaskResult> results = new ArrayList<>();
    for (int i = 0; i < completed + others; i++) {
      results.add(
          result(executor, Duration.ofMinutes(9), i < completed ? TaskOutcome.COMPLETED : other));
    }
    figures
        .computeIfAbsent("x", _ -> new HashMap<>())
        .put(executor, ExecutorPerformance.of(results));
    return this;
  }

  private static TaskResult result(String executor, Duration after, TaskOutcome outcome) {
    return new TaskResult(
        0,
        executor,
        OFFERED,
        OFFERED.plus(after.dividedBy(2)),
        OFFERED.plus(after),
        outcome,
        List.of("x"));
  }

  private Scene house(Choice prefer, Rule.Step... steps) {
    return Scene.of(
            onSlack("ana").can("x", "y"), onSlack("bob").can("x", "y"), onSlack("cy").can("x", "y"))
        .performed(capability -> figures.getOrDefault(capability, Map.of()))
        .rule(new Match(null, null, null), prefer, steps);
  }

  private static ThreadBuilder task() {
    return thread().requires("x");
  }

  @Test
  @Conforms({93, 156})
  void theOneWithTheLowestMedianTimeToTheAnswerIsTold() {
    answered("ana", "x", 9, 9, 9, 9, 9)
        .answered("bob", "x", 4, 4, 4, 900, 900)
        .answered("cy", "x", 5, 5, 5, 5, 5);
    // Bob is slow at times; the one in the middle counts.
    answered("bob", "x", 4, 4, 4, 900, 900);
    Route route = house(FASTEST).route(task());
    assertEquals(List.of("bob@slack"), who(route));
    assertEquals(
        new Exclusion.OthersPreferred("lower_latency", List.of("bob")), whyNot(route, "ana"));
    List<String> notes = route.explanation().notes();
    assertTrue(notes.contains("config.yaml:30 prefers lower_latency: bob"), notes::toString);
    assertTrue(
        notes.contains(
            "cy for x: 5 tasks, 100 % flawless, claimed after 2 min 30 s and answered after"
                + " 5 min 0 s (medians)"),
        notes::toString);
  }

  @Test
  @Conforms({93, 156})
  void theOneWithTheLargestShareOfFlawlessTasksIsTold() {
    outcomes("ana", 9, TaskOutcome.PARTIAL, 1)
        .outcomes("bob", 29, TaskOutcome.REDO, 1)
        .outcomes("cy", 8, TaskOutcome.FAILED, 2);
    assertEquals(List.of("bob@slack"), who(house(MOST_PRECISE).route(task())));
  }

  @Test
  void whoAreEquallyGoodAreToldTogether() {
    outcomes("ana", 5, TaskOutcome.PARTIAL, 5)
        .outcomes("bob", 8, TaskOutcome.PARTIAL, 2)
        .outcomes("cy", 16, TaskOutcome.FAILED, 4);
    assertEquals(List.of("bob@slack", "cy@slack"), who(house(MOST_PRECISE).route(task())));
  }

  @Test
  @Conforms(156)
  void whereTooLittleIsKnownOfOneEverybodyIsTold() {
    answered("ana", "x", 9, 9, 9, 9, 9).answered("bob", "x", 1, 1, 1, 1, 1, 1);
    answered("cy", "x", 1, 1, 1, 1);
    Route route = house(FASTEST).route(task());
    assertEquals(List.of("ana@slack", "bob@slack", "cy@slack"), who(route));
    List<String> notes = route.explanation().notes();
    assertTrue(
        notes.contains(
            "config.yaml:30 prefers lower_latency, but fewer than 5 tasks are known of cy:"
                + " everybody is told"),
        notes::toString);
    assertTrue(notes.stream().anyMatch(note -> note.startsWith("cy for x: 4 tasks")));
  }

  @Test
  void failuresTellNothingOfHowFastSomebodyAnswers() {
    answered("bob", "x", 5, 5, 5, 5, 5).answered("cy", "x", 6, 6, 6, 6, 6);
    outcomes("ana", 0, TaskOutcome.FAILED, 30);
    assertEquals(3, who(house(FASTEST).route(task())).size());
  }

  @Test
  void ofSeveralCapabilitiesTheWorstCountsUnlessTheRuleNamesOne() {
    answered("ana", "x", 1, 1, 1, 1, 1).answered("ana", "y", 9, 9, 9, 9, 9);
    answered("bob", "x", 5, 5, 5, 5, 5).answered("bob", "y", 5, 5, 5, 5, 5);
    answered("cy", "x", 7, 7, 7, 7, 7).answered("cy", "y", 1, 1, 1, 1, 1);
    ThreadBuilder both = thread().requires("x", "y");
    assertEquals(List.of("bob@slack"), who(house(FASTEST).route(both)));
    Route forX =
        Scene.of(onSlack("ana").can("x", "y"), onSlack("bob").can("x", "y"))
            .performed(capability -> figures.getOrDefault(capability, Map.of()))
            .rule(new Match("x", null, null), FASTEST)
            .route(both);
    assertEquals(List.of("ana@slack"), who(forX));
  }

  @Test
  void aTaskThatRequiresNothingIsJudgedByTasksThatRequiredNothing() {
    answered("ana", "", 2, 2, 2, 2, 2)
        .answered("bob", "", 1, 1, 1, 1, 1)
        .answered("cy", "", 3, 3, 3, 3, 3);
    assertEquals(List.of("bob@slack"), who(house(FASTEST).route(thread())));
  }

  @Test
  void aPolicyMayChooseAmongTheExecutorsThatItsRuleNames() {
    answered("ana", "x", 9, 9, 9, 9, 9)
        .answered("bob", "x", 1, 1, 1, 1, 1)
        .answered("cy", "x", 5, 5, 5, 5, 5);
    Choice best = new Choice.Best(Policy.LOWER_LATENCY, named("ana", "cy"));
    assertEquals(List.of("cy@slack"), who(house(best).route(task())));
  }

  @Test
  void theOthersFollowWhereTheRuleHasAStep() {
    answered("ana", "x", 9, 9, 9, 9, 9)
        .answered("bob", "x", 1, 1, 1, 1, 1)
        .answered("cy", "x", 5, 5, 5, 5, 5);
    Scene house = house(FASTEST, then(new Choice.Everyone(), "PT10M"));
    assertEquals(List.of("bob@slack"), who(house.route(task())));
    assertEquals(
        List.of("bob@slack", "ana@slack", "cy@slack"),
        who(house.route(task(), "2026-11-20T10:10:00Z")));
  }

  @Test
  void whoWasToldStaysChosenWhateverTheFiguresBecome() {
    answered("ana", "x", 1, 1, 1, 1, 1)
        .answered("bob", "x", 2, 2, 2, 2, 2)
        .answered("cy", "x", 3, 3, 3, 3, 3);
    for (DeliveryState state :
        List.of(DeliveryState.QUEUED, DeliveryState.SENDING, DeliveryState.DELIVERED)) {
      Scene told = house(FASTEST).told("cy", "slack", "U-cy", NotificationKind.REQUEST, 0, state);
      assertEquals(List.of("cy@slack"), who(told.route(task())), state::toString);
    }
  }

  @Test
  void whoCannotBeReachedIsFollowedByTheNextBest() {
    answered("ana", "x", 1, 1, 1, 1, 1)
        .answered("bob", "x", 2, 2, 2, 2, 2)
        .answered("cy", "x", 3, 3, 3, 3, 3);
    Scene house =
        house(FASTEST)
            .told("ana", "slack", "U-ana", NotificationKind.REQUEST, 0, DeliveryState.REJECTED);
    assertTrue(who(house.route(task())).contains("bob@slack"), () -> "" + who(house.route(task())));
    assertTrue(!who(house.route(task())).contains("cy@slack"));
  }

  @Test
  void whoPassedIsFollowedByTheNextBest() {
    answered("ana", "x", 1, 1, 1, 1, 1)
        .answered("bob", "x", 2, 2, 2, 2, 2)
        .answered("cy", "x", 3, 3, 3, 3, 3);
    Scene house = house(FASTEST).asked("ana", "slack", "U-ana");
    assertEquals(
        List.of("bob@slack"),
        who(house.route(task().says("ana", "declined", "2026-11-20T10:00:00Z"))));
  }

  @Test
  void theFiguresAreNotAskedForWhereNoPolicyApplies() {
    Route route =
        Scene.of(onSlack("ana").can("x"), onSlack("bob").can("x"))
            .performed(_ -> {
              throw new AssertionError("asked");
            })
            .rule(named("bob"))
            .route(task());
    assertEquals(List.of("bob@slack"), who(route));
  }
}
