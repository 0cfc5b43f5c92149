package org.messgateway.gateway.reconcile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.Payload;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.protocol.Succession;
import org.messgateway.gateway.protocol.SuggestionState;
import org.messgateway.testkit.Conforms;

/** What becomes of suggestions that were accepted, on real files and in a real queue. */
final class SuggestionEffectsTest {

  private static final String ONIONS = "2026-11-20-001";
  private static final String GARLIC = "2026-11-20-002";
  private static final String NEXT = ONIONS + "-s1";

  private static final String MERGE =
      """
      id: sug:merge
      type: merge
      re: [get-onions, get-garlic]
      proposed: {executor: ben, combined_intent: buy onions and garlic}
      reason: same store
      """;

  @TempDir Path home;
  private FlowScene scene;

  @BeforeEach
  void open() {
    scene = new FlowScene(home);
    scene.executors(FlowScene.photographer("ana"), FlowScene.photographer("ben"));
  }

  @AfterEach
  void close() {
    scene.close();
  }

  private String onions(String suggestion, boolean accept) {
    return scene.task(ONIONS, "pending", "id: get-onions\ncontext: [yellow ones]")
        + message("ana", "suggestion", suggestion)
        + message(
            "claude-agent", "reply", "re: sug:merge\naccept: " + accept + "\nreason: as you like");
  }

  private String message(String from, String type, String fields) {
    scene.clock.advance(Duration.ofSeconds(1));
    return """
    ---
    from: %s
    received: %s
    MESS:
      - %s:
    """
            .formatted(from, scene.clock.instant(), type)
        + fields.indent(6);
  }

  /** Both tasks are told to both; then Ana suggests something about the first. */
  private void answered(String suggestion, boolean accept) {
    scene.thread(ONIONS, scene.task(ONIONS, "pending", "id: get-onions\ncontext: [yellow ones]"));
    scene.thread(GARLIC, scene.task(GARLIC, "pending", "id: get-garlic\ncontext: [a bulb]"));
    scene.look(ONIONS);
    scene.look(GARLIC);
    scene.deliverAll();
    scene.thread(ONIONS, onions(suggestion, accept));
    scene.look(ONIONS);
  }

  private MessThread thread(String ref) {
    return scene.loaded(ref).thread();
  }

  private static List<String> successors(MessThread thread) {
    return Succession.of(thread.envelope()).successors();
  }

  @Test
  @Conforms({68, 95, 96, 306, 307})
  void tasksThatAreMergedGoOnInOneThatTheProposedExecutorIsAsked() {
    answered(MERGE, true);
    scene.look(GARLIC);
    scene.look(NEXT);

    MessThread next = thread(NEXT);
    assertEquals("buy onions and garlic", next.intent());
    assertEquals(List.of("request ben queued"), scene.rows(NEXT));
    assertEquals(List.of(ONIONS, GARLIC), Succession.of(next.envelope()).predecessors());
    assertEquals(2, next.request().orElseThrow().context().size());
    for (String ref : List.of(ONIONS, GARLIC)) {
      assertEquals(ThreadStatus.SUPERSEDED, thread(ref).envelope().status());
      assertEquals(List.of(NEXT), successors(thread(ref)));
      Payload.Status status =
          thread(ref).messages().getLast().payloads(Payload.Status.class).getFirst();
      assertEquals("merge", status.fields().get("reason"));
      assertEquals(NEXT, status.fields().get("superseded_by"));
      assertTrue(scene.rows(ref).contains("cancelled ben queued"), scene.rows(ref).toString());
    }
    assertTrue(scene.rows(ONIONS).contains("reply ana queued"), scene.rows(ONIONS).toString());
  }

  @Test
  @Conforms(96)
  void aMergeThatWasCutOffIsFinishedAndMakesNoSecondTask() {
    answered(MERGE, true);
    scene.look(GARLIC);
    scene.look(NEXT);
    // As a kill before the last of the writes leaves it.
    scene.thread(ONIONS, onions(MERGE, true));

    scene.look(ONIONS);

    assertEquals(ThreadStatus.SUPERSEDED, thread(ONIONS).envelope().status());
    assertEquals(List.of(NEXT), successors(thread(ONIONS)));
    assertEquals(ThreadStatus.PENDING, thread(NEXT).envelope().status());
    assertEquals(List.of(NEXT), successors(thread(GARLIC)));
  }

  @Test
  @Conforms(96)
  void aMergeWithATaskThatEndedMeanwhileIsDropped() {
    scene.thread(GARLIC, scene.task(GARLIC, "completed", "id: get-garlic"));
    scene.look(GARLIC);
    scene.thread(ONIONS, onions(MERGE, true));
    scene.look(ONIONS);
    scene.look(ONIONS);

    assertEquals(ThreadStatus.PENDING, thread(ONIONS).envelope().status());
    assertEquals(
        1,
        thread(ONIONS).envelope().history().stream()
            .filter(entry -> entry.action().equals(SuggestionState.DROPPED))
            .count());
  }

  @Test
  @Conforms(96)
  void aTaskThatIsSplitGoesOnInSeveral() {
    answered(
        "id: sug:merge\ntype: split\nproposed: [buy onions, {intent: buy chives, id: chives}]",
        true);

    assertEquals(List.of(NEXT, ONIONS + "-s2"), successors(thread(ONIONS)));
    assertEquals("buy onions", thread(NEXT).intent());
    assertEquals("chives", thread(ONIONS + "-s2").envelope().clientId());
  }

  @Test
  @Conforms(96)
  void anAlternativeReplacesTheRequestAndKeepsItsId() {
    answered(
        "id: sug:merge\ntype: alternative\nproposed: {intent: buy shallots, precision: loose}",
        true);

    assertEquals("buy shallots", thread(NEXT).intent());
    assertEquals("get-onions", thread(NEXT).envelope().clientId());
    assertEquals("loose", thread(NEXT).request().orElseThrow().precision());
    assertEquals(1, thread(NEXT).request().orElseThrow().context().size());
  }

  @Test
  @Conforms({96, 305})
  void aDelegationThatWasAcceptedAsksWhoIsProposed() {
    answered("id: sug:merge\ntype: delegate\nproposed: {executor: ben}", true);
    scene.look(NEXT);

    assertEquals(ThreadStatus.DELEGATED, thread(ONIONS).envelope().status());
    assertEquals(List.of("request ben queued"), scene.rows(NEXT));
  }

  @Test
  @Conforms(96)
  void aTaskThatIsDeferredIsToldToNobodyBeforeThen() {
    Instant later = scene.clock.instant().plus(Duration.ofHours(5));
    scene.thread(
        ONIONS, onions("id: sug:merge\ntype: defer\nproposed: {not_before: " + later + "}", true));
    scene.look(ONIONS);

    assertEquals(ThreadStatus.PENDING, thread(ONIONS).envelope().status());
    assertTrue(Objects.requireNonNull(scene.row(ONIONS).nextLook()).isBefore(later.plusSeconds(1)));
    assertEquals(List.of(), scene.deliverAll());
    scene.clock.advance(Duration.ofHours(6));
    scene.look(ONIONS);
    assertEquals(List.of("request ana", "request ben"), scene.deliverAll());
  }

  @Test
  @Conforms({95, 307})
  void aSuggestionThatWasRejectedIsToldToWhoMadeItAndChangesNothingElse() {
    answered(MERGE, false);

    assertEquals(ThreadStatus.PENDING, thread(ONIONS).envelope().status());
    assertEquals(List.of(), successors(thread(ONIONS)));
    assertTrue(scene.rows(ONIONS).contains("reply ana queued"), scene.rows(ONIONS).toString());
    assertEquals(List.of(), SuggestionState.open(thread(ONIONS)));
  }
}
