package org.messgateway.gateway.routing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.messgateway.gateway.protocol.ThreadBuilder.CREATED;
import static org.messgateway.gateway.protocol.ThreadBuilder.thread;
import static org.messgateway.gateway.routing.ExecutorBuilder.BERLIN;
import static org.messgateway.gateway.routing.ExecutorBuilder.executor;
import static org.messgateway.gateway.routing.ExecutorBuilder.onSlack;
import static org.messgateway.gateway.routing.Scene.named;
import static org.messgateway.gateway.routing.Scene.then;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.messgateway.api.NotificationKind;
import org.messgateway.api.mess.Priority;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.queue.DeliveryState;

class ExplanationTextTest {

  private static final ExplanationText TEXT = new ExplanationText(BERLIN, CREATED);

  @Test
  void everybodyHasALineThatSaysWhy() {
    Route route =
        Scene.of(
                onSlack("ana").can("a").at("sms", "+1").inOrder(Duration.ofMinutes(3)),
                onSlack("bob").can("a").quiet("10:00", "13:30", BERLIN),
                onSlack("cy").can("a"),
                onSlack("di"),
                onSlack("ed").can("a").onDemand(),
                onSlack("flo").can("a").minPriority(Priority.ELEVATED),
                onSlack("gus").can("a"),
                onSlack("hal").can("a").hours("0 8-9 * * *", BERLIN),
                executor("ida").can("a").at("pager", "1"),
                onSlack("agent").can("a"))
            .rule(named("ana", "bob", "hal", "zoe"), then(named("cy"), "PT26H"))
            .told("ana", "slack", "U-ana", DeliveryState.DELIVERED, "2026-11-20T10:00:00Z")
            .route(thread().requires("a"));
    assertEquals(
        List.of(
            "decided by: config.yaml:30",
            "note: config.yaml:30 names zoe, whom nobody configured",
            "ana is told by slack (U-ana): delivered; by sms at 11:03 unless answered",
            "bob is told by slack (U-bob) at 13:30 (quiet hours until then)",
            "cy is told at 2026-11-21 13:00 unless somebody takes it",
            "di lacks a",
            "ed is on demand and no rule names it",
            "flo is not to be told of anything below its minimum priority elevated",
            "gus is able, but the rule does not name it",
            "hal is told by slack (U-hal) at 2026-11-21 08:00 (outside its hours until then)",
            "ida has addresses only on channels that are not configured: pager",
            "agent asked itself"),
        TEXT.lines(route));
  }

  @Test
  void holdsAndDeadlineComeFirst() {
    Route route =
        Scene.of(onSlack("ana").hours("0 20-22 * * *", BERLIN), onSlack("bob").onDemand())
            .rule(named("ana"), then(named("bob"), "PT5H"))
            .route(thread().neededBy("2h").dependsOn("x"));
    assertEquals(
        List.of(
            "decided by: config.yaml:30",
            "deadline: 13:00",
            "waits: it waits for x, which has not come yet",
            "ana would be told",
            "bob would be told"),
        TEXT.lines(route));
  }

  @Test
  void whoIsTooLateHearsOfIt() {
    Route route =
        Scene.of(onSlack("ana").hours("0 20-22 * * *", BERLIN), onSlack("bob"), onSlack("cy"))
            .rule(named("ana", "bob"), then(named("cy"), "PT5H"))
            .route(thread().neededBy("2h"));
    assertEquals(
        List.of(
            "ana is available again only at 20:00 (outside its hours until then), which is after"
                + " the deadline"),
        TEXT.lines(route, "ana"));
    assertEquals(
        List.of("cy would be told at 16:00, which is after the deadline"), TEXT.lines(route, "cy"));
  }

  @Test
  void whatWasToldAfterTheRequestAndWhatWaitsIsSaid() {
    Route route =
        Scene.of(onSlack("ana"), onSlack("bob"))
            .asked("ana", "slack", "U-ana")
            .asked("bob", "slack", "U-bob")
            .told("ana", "slack", "U-ana", NotificationKind.CLAIMED, 0, DeliveryState.DELIVERED)
            .route(thread().executor("ana").status(ThreadStatus.CLAIMED));
    assertEquals(
        List.of(
            "decided by: no rule",
            "ana has it: claimed",
            "ana: told that it is theirs by slack (U-ana): delivered",
            "bob: told who has it by slack (U-bob) as soon as it can be"),
        TEXT.lines(route));
  }

  @Test
  void whatHasEndedDoesNotWait() {
    assertEquals(
        List.of("it has ended: completed"),
        TEXT.lines(Scene.of(onSlack("ana")).route(thread().status(ThreadStatus.COMPLETED))));
  }

  @Test
  void whoPassedOnItIsNamed() {
    Route route =
        Scene.of(onSlack("ana"), onSlack("bob"))
            .asked("ana", "slack", "U-ana")
            .route(thread().says("ana", "declined", "2026-11-20T10:00:00Z"));
    assertEquals(List.of("ana passed on it"), TEXT.lines(route, "ana"));
  }

  @Test
  void aSharedMessageIsNamedAsOne() {
    Route route =
        Scene.of(executor("ana").at("sms", "+1"), executor("bob").at("sms", "+1")).route(thread());
    assertEquals("one message at +1 for ana, bob", TEXT.lines(route).getLast());
  }

  @Test
  void oneNobodyConfiguredIsToldSo() {
    assertEquals(
        List.of("zoe is not configured, or the task is over"),
        TEXT.lines(Scene.of(onSlack("ana")).route(thread()), "zoe"));
  }
}
