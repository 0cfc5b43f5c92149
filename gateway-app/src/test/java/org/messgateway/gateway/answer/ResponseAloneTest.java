package org.messgateway.gateway.answer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.api.mess.Requirement;
import org.messgateway.api.mess.ThreadFolder;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.answer.AgentRequests.RequestResult;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.reconcile.FlowScene;
import org.messgateway.gateway.routing.Executor;
import org.messgateway.testkit.Conforms;

/** A response without a status, on real files and in a real store. */
final class ResponseAloneTest {

  private static final String RESPONSE = "- response: {content: [two onions]}";
  private static final String CLAIM = "- status: {code: claimed}";
  private static final String MAY_I = "- status: {code: needs_confirmation, action: buy them}";

  @TempDir Path root;
  private AnswerScene scene;

  @BeforeEach
  void open() {
    scene = new AnswerScene(root);
    scene.thread();
  }

  @AfterEach
  void close() {
    scene.close();
  }

  private static AnswerResult.Accepted taken(AnswerResult result) {
    return assertInstanceOf(AnswerResult.Accepted.class, result);
  }

  private void agent(String time, String mess) {
    Path file =
        scene.loaded().location().in(root).resolve("000-" + AnswerScene.REF + ".messe-af.yaml");
    scene.write(file, AnswerScene.text(file) + AnswerScene.message("claude-agent", time, mess));
  }

  @Test
  @Conforms({79, 297})
  void theHoldersResponseCompletesTheTask() {
    scene.sayWords("ana", CLAIM);

    assertEquals(ThreadStatus.COMPLETED, taken(scene.sayWords("ana", RESPONSE)).status());
    assertEquals(ThreadFolder.FINISHED, scene.loaded().location().stateFolder().folder());
    assertEquals(List.of("created claude-agent", "claimed ana", "completed ana"), scene.history());
    assertTrue(taken(scene.sayWords("ana", RESPONSE)).again());
    assertEquals(List.of("claude-agent", "ana", "ana"), scene.speakers());
  }

  @Test
  @Conforms(297)
  void ofOneWhoHasNotClaimedItClaimsFirst() {
    assertEquals("ana", taken(scene.sayWords("ana", RESPONSE)).holder());
    assertEquals(List.of("created claude-agent", "claimed ana", "completed ana"), scene.history());
  }

  @Test
  @Conforms(297)
  void ofOneWhoDoesNotHaveItItIsKeptAndEndsNothing() {
    scene.sayWords("ben", CLAIM);

    assertEquals(
        new AnswerResult.HeldByOther(ThreadStatus.CLAIMED, "ben", "Ben", true),
        scene.sayWords("ana", RESPONSE));
    assertEquals("claimed", scene.status());
  }

  @Test
  @Conforms(297)
  void aPartialOneOrAStatusBesideItSaysOtherwise() {
    String partial = "- response: {partial: true, content: [one onion]}";
    assertEquals(ThreadStatus.CLAIMED, taken(scene.sayWords("ana", partial)).status());
    assertEquals(
        ThreadStatus.IN_PROGRESS,
        taken(scene.sayWords("ana", "- status: {code: in_progress}\n" + RESPONSE)).status());
    assertEquals(
        ThreadStatus.PARTIAL,
        taken(scene.sayWords("ana", RESPONSE + "\n- status: {code: partial}")).status());
  }

  @Test
  @Conforms(297)
  void whileAnAnswerIsAwaitedItIsKeptAndTheTaskGoesOn() {
    scene.sayWords("ana", "- status: {code: needs_input, message: which ones?}");

    AnswerResult.Accepted kept = taken(scene.sayWords("ana", RESPONSE));
    assertEquals(ThreadStatus.NEEDS_INPUT, kept.status());
    assertTrue(kept.notes().getFirst().contains("not answered yet"), kept.notes().getFirst());
    agent("2026-11-20T09:30:00Z", "- reply: {re: last, answers: {which: red}}");
    assertEquals(
        ThreadStatus.COMPLETED,
        taken(scene.sayWords("ana", "- response: {content: [two red onions]}")).status());
  }

  @Test
  @Conforms({297, 328})
  void afterANoTheHolderMayCallItOffAndAResponseEndsNothing() {
    scene.sayWords("ana", MAY_I);
    assertInstanceOf(
        AnswerResult.Refused.class, scene.sayWords("ana", "- status: {code: cancelled}"));
    agent("2026-11-20T09:30:00Z", "- reply: {re: last, confirm: false, reason: too dear}");

    assertEquals(ThreadStatus.NEEDS_CONFIRMATION, taken(scene.sayWords("ana", RESPONSE)).status());
    assertEquals(
        ThreadStatus.HELD, taken(scene.sayWords("ana", "- status: {code: held}")).status());
    assertEquals(
        ThreadStatus.CANCELLED,
        taken(scene.sayWords("ana", "- status: {code: cancelled}")).status());
    assertEquals(ThreadFolder.CANCELED, scene.loaded().location().stateFolder().folder());
  }

  @Test
  void anUnknownStatusBesideOtherWordsIsKeptAndTheSpeakerIsTold() {
    AnswerResult.Accepted taken =
        taken(scene.sayWords("ana", "- status: {code: simmering}\n- status: {code: in_progress}"));

    assertEquals(ThreadStatus.IN_PROGRESS, taken.status());
    assertTrue(taken.notes().getFirst().contains("simmering"), taken.notes().getFirst());
    assertTrue(AnswerScene.text(scene.head(ThreadFolder.EXECUTING)).contains("simmering"));
  }

  /** The example conversation at the end of the protocol, word by word. */
  @Test
  @Conforms({52, 297, 326, 332})
  void theProtocolsOwnConversationEndsBothOfItsTasks() throws Exception {
    FlowScene flow = new FlowScene(root);
    flow.clock.advance(Duration.ofMinutes(1));
    flow.executors(
        executor("teague-phone"),
        executor("kitchen-helper", "operate-appliance", "home-kitchen-access"));
    ThreadRequests requests = scene.requests();
    String dinner =
        asks(
            requests,
            """
            MESS:
              - v: 1.0.0
              - request:
                  id: dinner-check
                  intent: check what ingredients we have
                  context:
                    - Planning dinner for 4
                    - Kids prefer pasta or rice dishes
                  response_hint:
                    - text
                    - image
            """);
    flow.look(dinner);
    assertEquals(List.of("request kitchen-helper", "request teague-phone"), flow.deliverAll());
    says(
        dinner,
        "teague-phone",
        """
        MESS:
          - status:
              re: dinner-check
              code: claimed
              executor: household:teague-phone
        """);
    flow.look(dinner);
    assertEquals(List.of("claimed teague-phone", "taken kitchen-helper"), flow.deliverAll());
    flow.clock.advance(Duration.ofHours(5));
    flow.look(dinner);
    assertEquals(List.of("reminder teague-phone"), flow.deliverAll());
    says(
        dinner,
        "teague-phone",
        """
        MESS:
          - response:
              re: dinner-check
              content:
                - image: data:image/jpeg;base64,...
                - |
                  Fridge: chicken thighs (1lb, exp tomorrow), broccoli, carrots
                  Pantry: rice, pasta, soy sauce, honey
              notes: chicken should be used tonight
        """);
    String rice =
        asks(
            requests,
            """
            MESS:
              - request:
                  id: start-rice
                  intent: start rice cooker with 2 cups rice
                  precision: exact
                  context:
                    - ref: dinner-check
                    - Making stir fry with the chicken
                  requires:
                    - operate-appliance
                    - home-kitchen-access
            """);
    flow.look(rice);
    assertEquals(List.of("request kitchen-helper"), flow.deliverAll());
    says(
        rice,
        "kitchen-helper",
        """
        MESS:
          - status:
              re: start-rice
              code: needs_confirmation
              executor: household:kitchen-helper
              action: start rice cooker (2 cups white rice, 2.5 cups water)
              consequences: rice will be ready in ~25 minutes
        """);
    asks(
        requests,
        """
        MESS:
          - reply:
              re: start-rice
              confirm: true
        """);
    String supper =
        asks(
            requests,
            """
            MESS:
              - request:
                  id: supper
                  intent: set the table
                  constraints:
                    depends_on: [start-rice]
            """);
    flow.look(rice);
    flow.look(supper);
    assertTrue(flow.deliverAll().contains("reply kitchen-helper"));
    assertEquals(List.of(), flow.rows(supper));
    says(
        rice,
        "kitchen-helper",
        """
        MESS:
          - response:
              re: start-rice
              content:
                - confirmation: true
                - Rice cooker started, will be ready at 5:30pm
        """);

    for (String ref : List.of(dinner, rice)) {
      LoadedThread thread = scene.exchange.writer().read(new Ref(ref));
      assertEquals(ThreadStatus.COMPLETED, thread.thread().envelope().status());
      assertEquals(ThreadFolder.FINISHED, thread.location().stateFolder().folder());
    }
    flow.look(rice);
    flow.look(supper);
    assertEquals(
        List.of("finished kitchen-helper", "request kitchen-helper", "request teague-phone"),
        flow.deliverAll());
    for (int look = 0; look < 7; look++) {
      flow.clock.advance(Duration.ofHours(5));
      flow.look(dinner);
      flow.look(rice);
      assertTrue(flow.deliverAll().stream().noneMatch(told -> told.startsWith("reminder")));
    }
    flow.close();
  }

  private static Executor executor(String id, String... capabilities) {
    Executor told = FlowScene.photographer(id);
    return new Executor(
        id,
        id,
        Stream.of(capabilities).map(Requirement::new).toList(),
        List.of(),
        told.availability(),
        told.notifyPlan(),
        told.preferences(),
        ZoneOffset.UTC,
        false);
  }

  private String asks(ThreadRequests requests, String yaml) {
    scene.clock.advance(Duration.ofSeconds(1));
    RequestResult.Stored stored =
        assertInstanceOf(
            RequestResult.Stored.class,
            requests.say(AnswerScene.fromAgent("claude", AnswerScene.words(yaml), yaml)));
    return stored.created().isEmpty() ? "" : stored.created().getFirst().ref();
  }

  private void says(String ref, String executor, String yaml) {
    scene.clock.advance(Duration.ofSeconds(1));
    taken(
        scene
            .answers()
            .say(AnswerScene.answer(ref, executor, AnswerScene.words(yaml), yaml, List.of())));
  }
}
