package org.messgateway.gateway.routing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.messgateway.gateway.protocol.ThreadBuilder.thread;
import static org.messgateway.gateway.routing.ExecutorBuilder.executor;
import static org.messgateway.gateway.routing.ExecutorBuilder.onSlack;

import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.messgateway.api.NotificationKind;
import org.messgateway.api.mess.Payload;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.protocol.ThreadBuilder;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.DesiredDelivery;
import org.messgateway.testkit.Conforms;

/** What the agent that asked is told, and when nothing is planned for it. */
class AgentDeliveriesTest {

  private static final String URL = "http://agent";
  private static final String AT_6 = "2026-11-20T10:06:00Z";
  private static final String AT_7 = "2026-11-20T10:07:00Z";
  private static final String AT_8 = "2026-11-20T10:08:00Z";
  private static final String AT_9 = "2026-11-20T10:09:00Z";

  private static final Payload RESPONSE =
      new Payload.Response(List.of(), List.of(), null, null, false);

  private static Scene house() {
    return Scene.of(onSlack("ana"), onSlack("bob"));
  }

  private static ThreadBuilder claimed() {
    return thread().executor("ana").status(ThreadStatus.CLAIMED).says("ana", "claimed", AT_6);
  }

  /** {@code claimed 0 webhook}, in the order in which they are sent. */
  private static List<String> told(Route route) {
    return route.desired().stream()
        .filter(each -> each.identity().executor().equals("agent"))
        .map(each ->
            "%s %d %s"
                .formatted(
                    each.identity().kind().code(),
                    each.identity().serial(),
                    each.identity().channel()))
        .toList();
  }

  @Test
  @Conforms(319)
  void claimQuestionAnswerAndEndAreToldInTheirOrder() {
    ThreadBuilder thread =
        claimed()
            .says("ana", "needs_input", AT_7)
            .replies(AT_8)
            .says("ana", AT_9, RESPONSE, ThreadBuilder.status("completed", Map.of()))
            .status(ThreadStatus.COMPLETED);
    Route route = house().agent("agent", URL).route(thread, AT_9);
    assertEquals(
        List.of("claimed 0 webhook", "question 2 webhook", "answer 4 webhook", "ended 0 webhook"),
        told(route));
    List<Instant> dues = route.desired().stream().map(DesiredDelivery::due).toList();
    assertEquals(dues.stream().sorted().toList(), dues);
  }

  @Test
  void theSameThreadGivesTheSameIds() {
    Set<String> once = ids(house().agent("agent", URL).route(claimed(), AT_7));
    assertEquals(once, ids(house().agent("agent", URL).route(claimed(), AT_9)));
    assertEquals(1, once.size());
  }

  private static Set<String> ids(Route route) {
    return route.desired().stream().map(each -> each.identity().id()).collect(Collectors.toSet());
  }

  @Test
  void anAgentWithATokenHasAnInbox() {
    assertEquals(
        List.of("claimed 0 webhook", "claimed 0 http"),
        told(house().agent("agent", URL).inboxOf("agent").route(claimed(), AT_7)));
    assertEquals(List.of("claimed 0 http"), told(house().inboxOf("agent").route(claimed(), AT_7)));
  }

  @Test
  void whoHasNeitherWebhookNorTokenIsToldNothing() {
    assertEquals(List.of(), told(house().route(claimed(), AT_7)));
    assertEquals(List.of(), told(house().agent("other", URL).route(claimed(), AT_7)));
  }

  @Test
  void aTaskThatNobodyHasYetIsNoNews() {
    Route route = house().agent("agent", URL).inboxOf("agent").route(thread());
    assertEquals(List.of(), told(route));
  }

  @Test
  void anExecutorThatAsksIsNotMistakenForAnAgent() {
    ThreadBuilder thread = claimed().requestor("bob");
    assertTrue(
        house().inboxOf("bob").route(thread, AT_7).desired().stream()
            .noneMatch(each -> each.identity().executor().equals("bob")));
  }

  @Test
  void thatNobodyCanBeToldIsTold() {
    Scene nobody = Scene.of(executor("ana")).agent("agent", URL);
    assertEquals(List.of("unroutable 0 webhook"), told(nobody.route(thread())));
  }

  @Test
  void whatWasGivenBackIsToldUntilSomebodyElseHasIt() {
    ThreadBuilder free =
        thread()
            .history("ana", "claimed", AT_6)
            .history("ana", "declined", AT_7)
            .history("exchange", "pending", AT_7)
            .says("ana", "claimed", AT_6)
            .says("ana", "declined", AT_7);
    assertEquals(
        List.of("released 1 webhook"), told(house().agent("agent", URL).route(free, AT_8)));
    ThreadBuilder again =
        free.status(ThreadStatus.CLAIMED).executor("bob").says("bob", "claimed", AT_9);
    assertEquals(
        List.of("claimed 1 webhook"), told(house().agent("agent", URL).route(again, AT_9)));
  }

  @Test
  void itsOwnWordsAndItsOwnCancellationAreNoNews() {
    ThreadBuilder cancelled =
        claimed()
            .says("agent", AT_7, new Payload.Cancel(List.of(), "found it"))
            .status(ThreadStatus.CANCELLED)
            .history("agent", "cancelled", AT_7);
    assertEquals(
        List.of("claimed 0 webhook"), told(house().agent("agent", URL).route(cancelled, AT_8)));
    ThreadBuilder byOthers =
        claimed().status(ThreadStatus.CANCELLED).history("exchange", "cancelled", AT_7);
    assertEquals(
        List.of("claimed 0 webhook", "ended 0 webhook"),
        told(house().agent("agent", URL).route(byOthers, AT_8)));
  }

  @Test
  void ofProgressOnlyTheLatestIsToldOnceAMinute() {
    ThreadBuilder thread =
        claimed()
            .says("ana", "in_progress", AT_7)
            .says("ana", "waiting", "2026-11-20T10:07:30Z")
            .status(ThreadStatus.WAITING);
    assertEquals(
        List.of("claimed 0 webhook", "progress 3 webhook"),
        told(house().agent("agent", URL).route(thread, AT_8)));
    // CREATED, 10:00, is when it was told.
    Scene told =
        house()
            .agent("agent", URL)
            .told("agent", "webhook", URL, NotificationKind.PROGRESS, 2, DeliveryState.DELIVERED);
    Route soon = told.route(thread, "2026-11-20T10:00:30Z");
    assertEquals(
        Instant.parse("2026-11-20T10:01:00Z"),
        soon.desired().getLast().due(),
        told(soon).toString());
  }

  @Test
  void aTaskThatEndedLongAgoIsNotBegunToBeTold() {
    ThreadBuilder done =
        claimed()
            .says("ana", AT_7, RESPONSE)
            .status(ThreadStatus.COMPLETED)
            .history("ana", "completed", AT_7);
    String later = "2026-11-22T10:00:00Z";
    assertEquals(List.of(), told(house().agent("agent", URL).route(done, later)));
    Scene begun =
        house()
            .agent("agent", URL)
            .told("agent", "webhook", URL, NotificationKind.CLAIMED, 0, DeliveryState.QUEUED);
    assertEquals(
        List.of("claimed 0 webhook", "answer 2 webhook", "ended 0 webhook"),
        told(begun.route(done, later)));
  }

  @Test
  void itIsNoExecutorInAnExplanation() {
    Explanation explanation = house().agent("agent", URL).route(claimed(), AT_7).explanation();
    assertTrue(explanation.verdicts().stream().noneMatch(each -> each.executor().equals("agent")));
    assertEquals(
        List.of("agent agent: told who has it by webhook (http://agent) as soon as it can be"),
        new ExplanationText(ZoneOffset.UTC, Instant.parse(AT_6))
            .lines(house().agent("agent", URL).route(claimed(), AT_7), "agent"));
  }
}
