package org.messgateway.gateway.answer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.messgateway.api.mess.HistoryEntry;
import org.messgateway.api.mess.ThreadFolder;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.testkit.Conforms;

/** An executor's words, with a key and without one, on real files and in a real store. */
final class WhichWordsCountTest {

  private static final String CLAIM = "- status: {code: claimed}";
  private static final String BACK = "- status: {code: declined}";
  private static final String DONE = "- status: {code: completed}";

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

  private AnswerResult says(String executor, String code) {
    return scene.sayWords(executor, "- status: {code: %s}".formatted(code));
  }

  private static AnswerResult.Accepted taken(AnswerResult result) {
    return assertInstanceOf(AnswerResult.Accepted.class, result);
  }

  private static AnswerResult again(ThreadStatus status) {
    return new AnswerResult.Accepted(status, "ana", true);
  }

  @Test
  @Conforms(300)
  void aStatusThatIsSaidAgainLaterIsANewOne() {
    for (String code : List.of("in_progress", "waiting", "in_progress", "held", "in_progress")) {
      assertEquals(
          code, taken(says("ana", code)).status().code(), () -> String.join(" ", scene.history()));
      assertEquals(code, scene.status());
    }
  }

  @Test
  void theSameWordsAtOnceAreARepeatAndStandInTheThreadOnce() {
    assertFalse(taken(says("ana", "in_progress")).again());
    assertEquals(again(ThreadStatus.IN_PROGRESS), says("ana", "in_progress"));
    assertEquals(List.of("claude-agent", "ana"), scene.speakers());
  }

  @Test
  void theSameWordsAfterAMinuteAreNewWords() {
    says("ana", "in_progress");
    scene.clock.advance(MessageKey.REPEATED_WITHIN);

    assertFalse(taken(says("ana", "in_progress")).again());
    assertEquals(List.of("claude-agent", "ana", "ana"), scene.speakers());
  }

  @Test
  void thatSomebodyWasToldInBetweenDoesNotMakeThemNew() throws Exception {
    says("ana", "in_progress");
    Instant later = scene.clock.in(Duration.ofSeconds(1));
    scene
        .exchange
        .writer()
        .appendHistory(
            new Ref(AnswerScene.REF),
            List.of(new HistoryEntry(HistoryEntry.DISPATCHED, later, "exchange", "notified ben")));

    assertEquals(again(ThreadStatus.IN_PROGRESS), says("ana", "in_progress"));
  }

  @Test
  void thatSomebodyElseSaidSomethingInBetweenMakesThemNew() {
    says("ana", "in_progress");
    scene.sayWords("ben", "- response: {content: [look behind the door]}");

    assertFalse(taken(says("ana", "in_progress")).again());
    assertEquals(List.of("claude-agent", "ana", "ben", "ana"), scene.speakers());
  }

  @Test
  @Conforms(300)
  void aClaimAfterItWasGivenBackIsAClaimAndNoMemoryOfOne() {
    assertFalse(taken(scene.sayWords("ana", CLAIM)).again());
    assertNull(taken(scene.sayWords("ana", BACK)).holder());

    assertEquals(
        new AnswerResult.Accepted(ThreadStatus.CLAIMED, "ana", false),
        scene.sayWords("ana", CLAIM));
    assertEquals("ana", scene.holder());
    assertEquals(
        "ana",
        assertInstanceOf(AnswerResult.HeldByOther.class, scene.sayWords("ben", CLAIM)).holder());
  }

  @Test
  @Conforms(6)
  void aVersionAboveOursIsToldToAnExecutorAsOftenAsItComes() {
    String claim = "- v: 9.0.0\n" + CLAIM;
    for (int i = 0; i < 2; i++) {
      List<String> notes = taken(scene.say("ana", "k", claim)).notes();
      assertEquals(1, notes.size());
      assertTrue(notes.getFirst().contains("9.0.0"), notes.getFirst());
    }
    assertTrue(AnswerScene.text(scene.head(ThreadFolder.EXECUTING)).contains("9.0.0"));
    assertEquals(List.of(), taken(scene.say("ana", "l", "- v: 1.1.0\n" + CLAIM)).notes());
  }

  @Test
  @Conforms(300)
  void whoAsksAgainAfterAnotherClaimedHearsThatItIsTheOthers() {
    scene.sayWords("ana", CLAIM);
    scene.sayWords("ana", BACK);
    taken(scene.sayWords("ben", CLAIM));

    assertEquals(
        new AnswerResult.HeldByOther(ThreadStatus.CLAIMED, "ben", "Ben", false),
        scene.sayWords("ana", CLAIM));
  }

  @Test
  @Conforms(300)
  void aKeyThatComesAgainHearsHowTheTaskStandsNow() {
    assertFalse(taken(scene.say("ana", "k", CLAIM)).again());
    assertEquals(again(ThreadStatus.CLAIMED), scene.say("ana", "k", CLAIM));
    scene.say("ana", "w", "- status: {code: waiting}");
    assertEquals(again(ThreadStatus.WAITING), scene.say("ana", "k", CLAIM));
    scene.say("ana", "b", BACK);
    assertEquals(
        new AnswerResult.SetFree(ThreadStatus.PENDING, true), scene.say("ana", "k", CLAIM));
    scene.say("ben", "k", CLAIM);
    assertEquals(
        new AnswerResult.HeldByOther(ThreadStatus.CLAIMED, "ben", "Ben", true, true),
        scene.say("ana", "k", CLAIM));
    scene.say("ben", "d", DONE);
    assertEquals(
        new AnswerResult.ThreadEnded(ThreadStatus.COMPLETED, "ben", true, true),
        scene.say("ana", "k", CLAIM));
    assertEquals(
        new AnswerResult.Accepted(ThreadStatus.COMPLETED, "ben", true),
        scene.say("ben", "k", CLAIM));
    assertEquals(
        new AnswerResult.Accepted(ThreadStatus.COMPLETED, "ben", true),
        scene.say("ana", "b", BACK));
    assertEquals(5, scene.speakers().size() - 1);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void anEndThatItsAuthorRepeatsIsKeptOnce(boolean soon) {
    String done = DONE + "\n- response: {content: [two onions]}";
    taken(scene.sayWords("ana", done));
    scene.clock.advance(soon ? Duration.ZERO : Duration.ofHours(2));

    assertEquals(again(ThreadStatus.COMPLETED), scene.sayWords("ana", done));
    assertEquals(again(ThreadStatus.COMPLETED), scene.sayWords("ana", DONE));
    assertEquals(again(ThreadStatus.COMPLETED), scene.say("ana", "key", CLAIM + "\n" + DONE));
    assertEquals(List.of("claude-agent", "ana"), scene.speakers());
    assertEquals(
        new AnswerResult.ThreadEnded(ThreadStatus.COMPLETED, "ana", true),
        scene.sayWords("ana", "- response: {content: [three, in fact]}"));
    assertEquals(
        new AnswerResult.ThreadEnded(ThreadStatus.COMPLETED, "ana", false),
        scene.sayWords("ben", DONE));
  }

  @Test
  @Conforms(300)
  void ofManyEqualClaimsInThreeRoundsNeverTwoAreToldThatTheyHaveIt() throws Exception {
    ThreadAnswers answers = scene.answers();
    for (int round = 0; round < 3; round++) {
      List<Future<AnswerResult>> results = new ArrayList<>();
      try (ExecutorService all = Executors.newVirtualThreadPerTaskExecutor()) {
        for (int i = 0; i < 50; i++) {
          Answer claim =
              AnswerScene.answer(
                  AnswerScene.REF, "e" + i % 25, AnswerScene.words(CLAIM), CLAIM, List.of());
          results.add(all.submit(() -> answers.say(claim)));
        }
      }
      String holder = String.valueOf(scene.holder());
      int yours = 0;
      for (Future<AnswerResult> result : results) {
        if (result.get() instanceof AnswerResult.Accepted taken) {
          assertEquals(holder, taken.holder());
          yours++;
        }
      }
      assertEquals(2, yours, "the winner's claim and its repeat");
      assertNull(taken(scene.sayWords(holder, BACK)).holder());
      assertEquals("pending", scene.status());
    }
  }

  @ParameterizedTest
  @CsvSource({"put, true", "put, false", "written, true", "written, false"})
  void wordsThatACrashInterruptedAreWrittenOnceAndTheirRepeatIsARepeat(
      String method, boolean keeperFirst) {
    if (method.equals("put")) {
      scene.killAfter(method);
    } else {
      scene.killBefore(method);
    }
    assertThrows(AnswerScene.Killed.class, () -> says("ana", "in_progress"));
    scene.close();

    scene = new AnswerScene(root);
    if (keeperFirst) {
      scene.keep(Duration.ofSeconds(1));
    }
    assertEquals(again(ThreadStatus.IN_PROGRESS), says("ana", "in_progress"));
    scene.keep(Duration.ofMinutes(1));
    assertEquals(List.of("claude-agent", "ana"), scene.speakers());
    assertEquals(
        List.of("created claude-agent", "claimed ana", "in_progress ana"), scene.history());
    assertEquals(List.of(), scene.journal().answers().open(scene.exchange.directory().id(), 9));
  }

  @Test
  void wordsThatAProgramWithoutLocksWroteAwayAreWrittenAgainOnce() {
    String read = AnswerScene.text(scene.head(ThreadFolder.RECEIVED));
    says("ana", "in_progress");
    scene.write(scene.head(ThreadFolder.EXECUTING), read);
    assertEquals("pending", scene.status());

    assertTrue(taken(says("ana", "in_progress")).again());

    scene.keep(AnswerReconciler.SEEN_AFTER);
    scene.keep(AnswerReconciler.SEEN_AFTER);
    assertEquals(List.of("claude-agent", "ana"), scene.speakers());
    assertEquals("in_progress", scene.status());
  }
}
