package org.messgateway.gateway.answer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.messgateway.api.mess.ContentEntry;
import org.messgateway.api.mess.Payload;
import org.messgateway.api.mess.ThreadFolder;
import org.messgateway.api.mess.ThreadMessage;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.protocol.Conversation;
import org.messgateway.testkit.Conforms;

/** Answers, on real files and in a real store. */
final class ThreadAnswersTest {

  private static final String CLAIM = "- status: {code: claimed}";
  private static final String DONE =
      """
      - status: {code: completed}
      - response:
          content: [two onions]
      """;

  @TempDir Path root;
  @TempDir Path uploads;
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

  private static AnswerResult.HeldByOther held(AnswerResult result) {
    return assertInstanceOf(AnswerResult.HeldByOther.class, result);
  }

  private static String refused(AnswerResult result) {
    return assertInstanceOf(AnswerResult.Refused.class, result).sentence();
  }

  @Test
  @Conforms({55, 115, 122, 123, 124})
  void aClaimIsOnTheDiskBeforeItIsAcknowledged() {
    assertEquals(
        new AnswerResult.Accepted(ThreadStatus.CLAIMED, "ana", false), scene.say("ana", CLAIM));

    assertEquals("claimed", scene.status());
    assertEquals("ana", scene.holder());
    assertEquals(List.of("created claude-agent", "claimed ana"), scene.history());
    assertEquals(
        scene.head(ThreadFolder.EXECUTING).getParent(), scene.loaded().location().in(root));
    String text = AnswerScene.text(scene.head(ThreadFolder.EXECUTING));
    assertTrue(text.contains("# kept as it is\nx-own: {a: 1}\n"), text);
    assertTrue(text.contains("re: shop:042"), text);
    assertEquals(1, scene.changed.size());
  }

  @Test
  void ofFiftyWhoClaimAtOnceOneHasItAndTheOthersAreToldWho() throws Exception {
    List<Future<AnswerResult>> results = new ArrayList<>();
    ThreadAnswers answers = scene.answers();
    try (ExecutorService all = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 50; i++) {
        Answer answer = AnswerScene.answer(AnswerScene.REF, "e" + i, "k", CLAIM, List.of());
        results.add(all.submit(() -> answers.say(answer)));
      }
    }
    String winner = String.valueOf(scene.holder());
    int losers = 0;
    for (Future<AnswerResult> result : results) {
      if (result.get() instanceof AnswerResult.HeldByOther other) {
        assertEquals(winner, other.holder());
        assertFalse(other.kept());
        losers++;
      } else {
        assertEquals(winner, taken(result.get()).holder());
      }
    }
    assertEquals(49, losers);
    assertEquals(List.of("claude-agent", winner), scene.speakers());
  }

  @Test
  void theSameKeyIsTheSameAnswerAlsoAfterARestart() {
    assertFalse(taken(scene.say("ana", "k", CLAIM)).again());
    assertTrue(taken(scene.say("ana", "k", CLAIM)).again());
    held(scene.say("ben", "k", CLAIM));
    scene.say("ana", "give", "- status: {code: declined}");
    scene.close();

    scene = new AnswerScene(root);
    // It is free by now: neither a claim that won nor one that lost is made again by its repeat.
    AnswerResult.SetFree free = new AnswerResult.SetFree(ThreadStatus.PENDING, true);
    assertEquals(free, scene.say("ana", "k", CLAIM));
    assertEquals(
        new AnswerResult.SetFree(ThreadStatus.PENDING, false), scene.say("ben", "k", CLAIM));
    assertTrue(taken(scene.say("ana", "give", "- status: {code: declined}")).again());
    assertEquals("pending", scene.status());
  }

  @Test
  void whatIsDoneWithoutAClaimWasClaimed() {
    assertEquals(ThreadStatus.COMPLETED, taken(scene.say("ana", DONE)).status());

    assertEquals(List.of("created claude-agent", "claimed ana", "completed ana"), scene.history());
    assertEquals("ana", scene.holder());
    assertEquals(List.of("claude-agent", "ana"), scene.speakers());
    assertEquals(ThreadFolder.FINISHED, scene.loaded().location().stateFolder().folder());
  }

  @Test
  @Conforms({2, 3, 293})
  void severalStatusesOfOneMessageAreAppliedInOrder() {
    AnswerResult result =
        scene.say("ana", CLAIM + "\n- status: {code: needs-input, message: which one?}");

    assertEquals(ThreadStatus.NEEDS_INPUT, taken(result).status());
    assertEquals(
        List.of("created claude-agent", "claimed ana", "needs_input ana"), scene.history());
  }

  @Test
  void contentOfOneWhoDoesNotHaveItIsKeptAndChangesNothing() {
    scene.say("ana", CLAIM);

    AnswerResult.HeldByOther verdict = held(scene.say("ben", CLAIM + "\n" + DONE));

    assertEquals(new AnswerResult.HeldByOther(ThreadStatus.CLAIMED, "ana", "Ana", true), verdict);
    assertEquals("claimed", scene.status());
    assertEquals("ana", scene.holder());
    assertEquals(List.of("claude-agent", "ana", "ben"), scene.speakers());
    assertFalse(held(scene.say("ben", "- status: {code: in_progress}")).kept());
  }

  @Test
  @Conforms(107)
  void afterTheEndContentIsKeptAndABareStatusIsNot() {
    scene.say("ana", DONE);

    assertEquals(
        new AnswerResult.ThreadEnded(ThreadStatus.COMPLETED, "ana", false),
        scene.say("ben", CLAIM));
    assertEquals(
        new AnswerResult.ThreadEnded(ThreadStatus.COMPLETED, "ana", true),
        scene.say("ben", "- response: {content: [three in fact]}"));
    assertEquals("completed", scene.status());
    assertEquals(List.of("claude-agent", "ana", "ben"), scene.speakers());
  }

  @Test
  @Conforms(65)
  void whoGivesItBackSetsItFreeWhileSomebodyElseIsAble() {
    scene.say("ana", CLAIM);

    AnswerResult.Accepted back =
        taken(scene.say("ana", "- status: {code: declined, reason: no time}"));

    assertEquals(ThreadStatus.PENDING, back.status());
    assertNull(back.holder());
    assertNull(scene.holder());
    assertEquals(
        "no time",
        scene
            .now()
            .messages()
            .getLast()
            .payloads(Payload.Status.class)
            .getFirst()
            .fields()
            .get("reason"));
    assertEquals(
        List.of("created claude-agent", "claimed ana", "declined ana", "pending exchange"),
        scene.history());
    assertEquals(ThreadFolder.RECEIVED, scene.loaded().location().stateFolder().folder());
    assertEquals("ben", taken(scene.say("ben", CLAIM)).holder());
    // Who gave it back may have it again when it is free again.
    scene.say("ben", "- status: {code: released}");
    assertEquals("ana", taken(scene.say("ana", "later", CLAIM)).holder());
  }

  private static final String RECOVERABLE =
      "- status: {code: failed, reason: the door is closed, recoverable: true}";

  @Test
  @Conforms({64, 309})
  void aFailureThatOthersMayMakeGoodSetsTheTaskFreeOnce() {
    scene.say("ana", CLAIM);

    assertEquals(ThreadStatus.PENDING, taken(scene.say("ana", RECOVERABLE)).status());
    assertNull(scene.holder());
    assertEquals(Set.of("ana"), Conversation.of(scene.now()).declined());
    assertEquals(1, Conversation.of(scene.now()).round().number());

    scene.say("ben", CLAIM);
    assertEquals(ThreadStatus.FAILED, taken(scene.say("ben", RECOVERABLE)).status());
    assertEquals(
        List.of(
            "created claude-agent",
            "claimed ana",
            "failed ana",
            "pending exchange",
            "claimed ben",
            "failed ben"),
        scene.history());
    assertEquals("ben", Conversation.of(scene.now()).holder());
  }

  @Test
  @Conforms(309)
  void aFailureEndsTheTaskWhenNobodyElseIsAble() {
    scene.able.retainAll(Set.of("ana"));
    scene.say("ana", CLAIM);

    assertEquals(ThreadStatus.FAILED, taken(scene.say("ana", RECOVERABLE)).status());
    assertEquals("failed", scene.status());
  }

  @Test
  @Conforms(305)
  void aTaskIsPassedOnToSomebodyWhoIsThere() {
    scene.say("ana", CLAIM);

    assertTrue(refused("delegated_to: clea").contains("did you mean cleo?"));
    assertTrue(refused("delegated_to: [ben, nobody]").contains("There are: ana, ben, cleo"));
    assertTrue(refused("delegated_to: ana").contains("to himself"));
    assertTrue(refused("reason: I am ill").contains("needs to say to whom"));
    assertEquals("claimed", scene.status());

    scene.say("ana", "- status: {code: delegated, delegated_to: home:Ben}");
    assertEquals("delegated", scene.status());
    assertEquals(
        "ben",
        scene
            .now()
            .messages()
            .getLast()
            .payloads(Payload.Status.class)
            .getFirst()
            .fields()
            .get("delegated_to"));
  }

  private String refused(String fields) {
    AnswerResult result = scene.say("ana", "- status: {code: delegated, " + fields + "}");
    return assertInstanceOf(AnswerResult.Refused.class, result).sentence();
  }

  @Test
  @Conforms({65, 141})
  void itEndsAsDeclinedWhenTheLastOneDoesNotWantIt() {
    assertEquals(
        ThreadStatus.PENDING, taken(scene.say("ana", "- status: {code: rejected}")).status());
    assertEquals(
        ThreadStatus.PENDING, taken(scene.say("ben", "- status: {code: declined}")).status());
    assertEquals("pending", scene.status());

    assertEquals(
        ThreadStatus.DECLINED, taken(scene.say("cleo", "- status: {code: declined}")).status());
    assertEquals(ThreadFolder.CANCELED, scene.loaded().location().stateFolder().folder());
  }

  @Test
  @Conforms(105)
  void theHolderWhomNobodyCanFollowEndsItByGivingItBack() {
    scene.able.retainAll(List.of("ana"));
    scene.say("ana", CLAIM);

    assertEquals(
        ThreadStatus.DECLINED, taken(scene.say("ana", "- status: {code: declined}")).status());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "shop:042",
        "042",
        "home:shop:042",
        "last",
        AnswerScene.REF,
        "[" + AnswerScene.REF + ", last]",
        AnswerScene.REF + "/request-001"
      })
  @Conforms({10, 14, 15})
  void everyFormOfReferenceIsUnderstood(String re) {
    taken(
        scene.say(
            "ana",
            "- status: {re: %s, code: claimed}"
                .formatted(re.startsWith("[") ? re : "\"" + re + "\"")));
  }

  @Test
  void aReferenceToAnotherTaskIsRefused() {
    assertTrue(
        refused(scene.say("ana", "- status: {re: 2026-11-20-002, code: claimed}"))
            .contains(AnswerScene.REF));
    assertEquals("pending", scene.status());
  }

  @Test
  @Conforms({78, 326})
  void nobodySpeaksInAnothersName() {
    scene.say("ana", "- status: {code: claimed, executor: ben}");

    Payload.Status status =
        scene.now().messages().getLast().payloads(Payload.Status.class).getFirst();
    assertEquals("ana", status.executor());
    assertEquals("ana", scene.holder());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "- status: {code: cancelled}",
        "- status: {code: nonsense}",
        "- status: {message: hm}",
        "- request: {intent: mine}",
        "- reply: {confirm: true}",
        "- v: 1.0.0",
        "- status: {code: delegated}",
        "- status: {code: completed}\n- status: {code: in_progress}",
        "- response: {content: [{image: {part: nowhere}}]}"
      })
  void whatMakesNoSenseIsRefusedAndChangesNothing(String yaml) {
    String before = AnswerScene.text(scene.head(ThreadFolder.RECEIVED));

    assertFalse(refused(scene.say("ana", yaml)).isBlank());

    assertEquals(before, AnswerScene.text(scene.head(ThreadFolder.RECEIVED)));
  }

  @Test
  @Conforms(283)
  void nothingIsDoneBeforeItWasConfirmedWhereThatWasAsked() {
    scene.thread("pending", "      confirm_before: true\n");
    assertTrue(refused(scene.say("ana", DONE)).contains("needs_confirmation"));
    assertTrue(refused(scene.say("ana", "- response: {content: [bought]}")).contains("confirm"));
    taken(
        scene.say("ana", "ask", "- status: {code: needs_confirmation, action: buy for 20 shells}"));
    refused(scene.say("ana", "again", DONE));
    String asked = AnswerScene.text(scene.head(ThreadFolder.EXECUTING));
    scene.write(
        scene.head(ThreadFolder.EXECUTING),
        asked
            + AnswerScene.message(
                "claude-agent", "2026-11-20T09:30:00Z", "- reply: {re: last, confirm: true}"));

    assertEquals(ThreadStatus.COMPLETED, taken(scene.say("ana", "now", DONE)).status());
  }

  @Test
  void aThreadThatIsNotThereIsAbsentAndABadNameToo() {
    Answer answer = AnswerScene.answer("no/ref", "ana", "k", CLAIM, List.of());
    assertInstanceOf(AnswerResult.NoSuchThread.class, scene.answers().say(answer));
    assertInstanceOf(
        AnswerResult.NoSuchThread.class,
        scene.answers().say(AnswerScene.answer("nowhere", "ana", "k", CLAIM, List.of())));
  }

  @ParameterizedTest
  @CsvSource({
    "find, true",
    "find, false",
    "put, true",
    "put, false",
    "written, true",
    "written, false"
  })
  void whereverItDiesNothingIsSaidTwiceAndNothingAcknowledgedIsLost(String method, boolean before) {
    if (before) {
      scene.killBefore(method);
    } else {
      scene.killAfter(method);
    }
    assertThrows(AnswerScene.Killed.class, () -> scene.say("ana", "k", CLAIM));
    scene.close();

    scene = new AnswerScene(root);
    scene.keep(Duration.ofSeconds(1));
    assertEquals("ana", taken(scene.say("ana", "k", CLAIM)).holder());
    assertEquals(List.of("claude-agent", "ana"), scene.speakers());
    assertEquals(List.of("created claude-agent", "claimed ana"), scene.history());
    scene.keep(Duration.ofMinutes(1));
    assertEquals(List.of(), scene.journal().answers().open(scene.exchange.directory().id(), 9));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whoEndedTheTaskAtTheMomentOfACrashHearsThatItWasTaken(boolean keeperFirst) {
    scene.killBefore("written");
    assertThrows(AnswerScene.Killed.class, () -> scene.say("ana", "k", DONE));
    scene.close();

    scene = new AnswerScene(root);
    if (keeperFirst) {
      scene.keep(Duration.ofSeconds(1));
    }
    AnswerResult.Accepted taken = taken(scene.say("ana", "k", DONE));
    assertEquals(ThreadStatus.COMPLETED, taken.status());
    assertEquals("ana", taken.holder());
    assertEquals(List.of("claude-agent", "ana"), scene.speakers());
    assertEquals(List.of("created claude-agent", "claimed ana", "completed ana"), scene.history());
  }

  @Test
  void whatAProgramWithoutLocksWroteAwayIsWrittenAgain() {
    String read = AnswerScene.text(scene.head(ThreadFolder.RECEIVED));
    scene.say("ana", DONE);
    Path now = scene.head(ThreadFolder.FINISHED);
    scene.write(now, read.replace("priority: normal", "priority: urgent"));
    assertEquals("pending", scene.status());

    scene.keep(AnswerReconciler.SEEN_AFTER);

    assertEquals("completed", scene.status());
    assertEquals("ana", scene.holder());
    assertEquals(List.of("claude-agent", "ana"), scene.speakers());
    assertTrue(AnswerScene.text(now).contains("priority: urgent"));
    scene.keep(AnswerReconciler.SEEN_AFTER);
    assertEquals(List.of(), scene.journal().answers().open(scene.exchange.directory().id(), 9));
  }

  @Test
  void theClaimThatWasWrittenOverOursHoldsAndOursStaysAsText() {
    String read = AnswerScene.text(scene.head(ThreadFolder.RECEIVED));
    scene.say("ana", CLAIM);
    scene.write(
        scene.head(ThreadFolder.EXECUTING),
        read.replace("executor: null", "executor: zoe")
                .replace("status: pending", "status: claimed")
            + AnswerScene.message("zoe", "2026-11-20T09:00:02Z", CLAIM));

    scene.keep(AnswerReconciler.SEEN_AFTER);

    assertEquals("zoe", scene.holder());
    assertEquals(List.of("claude-agent", "zoe", "ana"), scene.speakers());
    assertEquals("zoe", held(scene.say("ana", "other", CLAIM)).holder());
  }

  @Test
  void wordsOfWhoWroteAClaimAwayCountAfterTheClaimIsBack() {
    String read = AnswerScene.text(scene.head(ThreadFolder.RECEIVED));
    scene.say("ana", CLAIM);
    scene.write(
        scene.head(ThreadFolder.EXECUTING),
        read
            + AnswerScene.message(
                "zoe", "2026-11-20T09:00:02Z", "- response: {content: [it is done]}"));
    AppendedMessages appended = AppendedMessages.of(scene.ports());
    assertTrue(appended.read(scene.loaded().thread()).waits());
    assertFalse(appended.read(scene.loaded().thread()).changes());

    scene.keep(AnswerReconciler.SEEN_AFTER);

    assertFalse(appended.read(scene.loaded().thread()).waits());
    assertEquals("ana", scene.holder());
    assertEquals(ThreadStatus.COMPLETED, taken(scene.say("ana", DONE)).status());
  }

  @Test
  void aClaimThatCameSecondDoesNotHoldWhateverItsProgramWroteIntoTheEnvelope() {
    scene.say("ana", CLAIM);
    scene.write(
        scene.head(ThreadFolder.EXECUTING),
        AnswerScene.text(scene.head(ThreadFolder.EXECUTING))
                .replace("executor: ana\nstatus", "executor: zoe\nstatus")
            + AnswerScene.message("zoe", "2026-11-20T09:00:02Z", CLAIM));

    scene.keep(AnswerReconciler.SEEN_AFTER);

    assertEquals("ana", scene.holder());
    assertEquals(List.of("claude-agent", "ana", "zoe"), scene.speakers());
    assertEquals(ThreadStatus.COMPLETED, taken(scene.say("ana", DONE)).status());
  }

  @Test
  void aClaimThatTheEnvelopeDoesNotKnowOfHoldsAndIsEnteredThere() {
    scene.write(
        scene.head(ThreadFolder.RECEIVED),
        AnswerScene.text(scene.head(ThreadFolder.RECEIVED))
            + AnswerScene.message("zoe", "2026-11-20T09:00:00Z", CLAIM));

    assertEquals("zoe", held(scene.say("ana", CLAIM)).holder());
    assertTrue(held(scene.say("ana", DONE)).kept());

    assertEquals("zoe", scene.holder());
    assertEquals("claimed", scene.status());
    assertEquals("pending", ThreadStatus.PENDING.code());
    assertEquals(ThreadStatus.COMPLETED, taken(scene.say("zoe", DONE)).status());
  }

  private AnswerFile file(String part, String name, byte[] content) throws IOException {
    Path file = Files.write(uploads.resolve(part), content);
    return new AnswerFile(part, ContentEntry.Media.MediaKind.IMAGE, name, "image/jpeg", file);
  }

  private static byte[] jpeg(int size) {
    byte[] bytes = new byte[size];
    Arrays.fill(bytes, (byte) 7);
    bytes[0] = (byte) 0xFF;
    bytes[1] = (byte) 0xD8;
    bytes[2] = (byte) 0xFF;
    return bytes;
  }

  private List<ContentEntry> content() {
    return scene.now().messages().getLast().payloads(Payload.Response.class).getFirst().content();
  }

  @Test
  @Conforms(129)
  void smallFilesStandInTheThreadAndLargeOnesBesideIt() throws IOException {
    AnswerResult result =
        scene.say(
            "ana",
            "k",
            """
            - status: {code: completed}
            - response: {content: [here, {image: {part: small}}]}
            """,
            List.of(
                file("small", "a.jpg", jpeg(300)),
                file("large", "../../Fridge door é.exe", jpeg(700_000)),
                file(
                    "page",
                    "x.jpg",
                    "<script>alert(1)</script>".getBytes(StandardCharsets.UTF_8))));

    taken(result);
    assertEquals(
        List.of("000-" + AnswerScene.REF + ".messe-af.yaml", "att-001-image-Fridge-door.jpg"),
        scene.files());
    assertEquals(new ContentEntry.Text("here"), content().getFirst());
    ContentEntry.Media small = (ContentEntry.Media) content().get(1);
    assertTrue(small.inline());
    ContentEntry.Media large = (ContentEntry.Media) content().get(2);
    assertEquals("att-001-image-Fridge-door.jpg", large.attachment());
    assertEquals("image/jpeg", large.mime());
    assertEquals(700_000, large.size());
    ContentEntry.Media page = (ContentEntry.Media) content().get(3);
    assertEquals("text/plain", page.mime());
    assertEquals(ContentEntry.Media.MediaKind.FILE, page.kind());
    assertEquals(List.of(), scene.loaded().missing());
  }

  @Test
  void aThreadThatIsOneFileBecomesAFolderForAnAttachment() throws IOException {
    String text = AnswerScene.text(scene.head(ThreadFolder.RECEIVED));
    Files.delete(scene.head(ThreadFolder.RECEIVED));
    Files.delete(scene.head(ThreadFolder.RECEIVED).getParent());
    Path flat =
        root.resolve(ThreadFolder.RECEIVED.directory()).resolve(AnswerScene.REF + ".messe-af.yaml");
    scene.write(flat, text);

    taken(
        scene.say(
            "ana", "k", "- response: {partial: true}", List.of(file("l", "l.jpg", jpeg(900_000)))));

    assertFalse(Files.exists(flat));
    assertEquals(
        List.of("000-" + AnswerScene.REF + ".messe-af.yaml", "att-001-image-l.jpg"), scene.files());
    assertTrue(
        AnswerScene.text(scene.head(ThreadFolder.EXECUTING)).startsWith(text.substring(0, 30)));
  }

  @Test
  void aMessageThatGoesToAnOverflowFileChangesTheEnvelopeAndStandsOnce() {
    String large = "x".repeat(700_000);
    scene.say("ana", CLAIM);
    scene.say("ana", "1", "- response: {partial: true, content: [%s]}".formatted(large));

    assertEquals(
        ThreadStatus.COMPLETED,
        taken(
                scene.say(
                    "ana",
                    "2",
                    "- status: {code: completed}\n- response: {content: [%s]}".formatted(large)))
            .status());

    assertEquals("completed", scene.status());
    assertEquals(List.of("claude-agent", "ana", "ana", "ana"), scene.speakers());
    assertEquals(2, scene.files().size());
    assertEquals(List.of("created claude-agent", "claimed ana", "completed ana"), scene.history());
  }

  @Test
  void noAnswerIsTakenForAnotherThatWasGivenAtAWholeSecond() {
    for (int chapter = 0; chapter < 4; chapter++) {
      Answer answer =
          AnswerScene.answer(
              AnswerScene.REF,
              "ana",
              "k" + chapter,
              "- response: {partial: true, content: [chapter %d]}".formatted(chapter),
              List.of());
      assertFalse(taken(scene.answers().say(answer)).again());
      scene.clock.advance(Duration.ofMillis(100));
    }

    List<ThreadMessage> said =
        scene.loaded().thread().messages().stream().filter(m -> "ana".equals(m.from())).toList();
    assertEquals(
        IntStream.range(0, 4).mapToObj(n -> new ContentEntry.Text("chapter " + n)).toList(),
        said.stream()
            .flatMap(m -> m.payloads(Payload.Response.class).getFirst().content().stream())
            .toList());
    assertEquals(4, said.stream().map(ThreadMessage::received).distinct().count());
  }
}
