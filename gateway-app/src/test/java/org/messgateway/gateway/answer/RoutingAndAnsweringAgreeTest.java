package org.messgateway.gateway.answer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.messgateway.api.mess.Envelope;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.Payload;
import org.messgateway.api.mess.ThreadFolder;
import org.messgateway.api.mess.ThreadMessage;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.ThreadReadResult;
import org.messgateway.gateway.routing.Catalogue;
import org.messgateway.gateway.routing.DeliveryLedger;
import org.messgateway.gateway.routing.DependencyStates;
import org.messgateway.gateway.routing.Router;
import org.messgateway.gateway.routing.RoutingLookups;
import org.messgateway.gateway.routing.Rule;

/**
 * Whom routing tells "it is yours" is whose "done" is taken, whatever programs without locks wrote
 * and in whatever order.
 */
final class RoutingAndAnsweringAgreeTest {

  private static final Instant CREATED = Instant.parse("2026-11-20T08:00:00Z");
  private static final Set<String> EXECUTORS = Set.of("ana", "ben", "cleo");
  private static final Catalogue NOBODY =
      new Catalogue(Map.of(), List.of(), Rule.EVERYONE, Map.of());

  /** One word that a program appends: who says which code. */
  private record Word(String by, String code) {

    Payload payload() {
      return new Payload.Status(
          List.of(), code, ThreadStatus.of(code).orElseThrow(), null, null, Map.of());
    }

    @Override
    public String toString() {
      return by + " " + code;
    }
  }

  private static List<List<Word>> sequences(int longest, Word... words) {
    List<List<Word>> all = new ArrayList<>();
    List<List<Word>> last = List.of(List.of());
    for (int length = 1; length <= longest; length++) {
      List<List<Word>> longer = new ArrayList<>();
      for (List<Word> begun : last) {
        for (Word word : words) {
          List<Word> one = new ArrayList<>(begun);
          one.add(word);
          longer.add(one);
        }
      }
      all.addAll(longer);
      last = longer;
    }
    return all;
  }

  private static @Nullable String holderByRouting(MessThread thread) {
    return new Router()
        .route(
            thread,
            "home",
            NOBODY,
            new RoutingLookups(DependencyStates.NONE),
            DeliveryLedger.NOTHING,
            CREATED.plusSeconds(3600))
        .holder()
        .orElse(null);
  }

  private static ThreadMessage message(int position, String from, Payload payload) {
    return new ThreadMessage(
        position, from, CREATED.plusSeconds(position * 60L), null, List.of(), List.of(payload));
  }

  private static MessThread thread(
      ThreadStatus status, @Nullable String executor, List<Word> words) {
    Envelope envelope =
        new Envelope(
            "t-1",
            "claude-agent",
            executor,
            status,
            CREATED,
            CREATED,
            "look",
            null,
            null,
            null,
            null,
            false,
            List.of());
    List<ThreadMessage> messages = new ArrayList<>();
    for (Word word : words) {
      messages.add(message(messages.size() + 1, word.by, word.payload()));
    }
    return new MessThread("t-1", envelope, messages);
  }

  private static AnswerDecision says(MessThread thread, String who, String code) {
    ThreadRules rules =
        new ThreadRules((_, declined) -> {
          Set<String> able = new TreeSet<>(EXECUTORS);
          able.removeAll(declined);
          return able;
        });
    return rules.decide(thread, message(99, who, new Word(who, code).payload()));
  }

  @ParameterizedTest(name = "{0}, executor {1}")
  @CsvSource({
    "PENDING, ",
    "PENDING, ana",
    "CLAIMED, ",
    "CLAIMED, ben",
    "IN_PROGRESS, ",
    "NEEDS_INPUT, ",
    "WAITING, ",
  })
  void whoeverHoldsTheTaskByRoutingHoldsItByAnswering(
      ThreadStatus status, @Nullable String executor) {
    List<String> disagreements = new ArrayList<>();
    for (List<Word> words :
        sequences(
            4,
            new Word("ana", "claimed"),
            new Word("ben", "claimed"),
            new Word("ana", "declined"),
            new Word("ben", "declined"),
            new Word("ben", "failed"),
            new Word("ana", "completed"))) {
      MessThread thread = thread(status, executor, words);
      String routing = holderByRouting(thread);
      for (String who : EXECUTORS) {
        String expected = routing == null || routing.equals(who) ? who : routing;
        String answering =
            switch (says(thread, who, "completed")) {
              case AnswerDecision.LostToHolder other -> other.holder();
              case AnswerDecision.Accept accept -> String.valueOf(accept.holder());
              case AnswerDecision.AfterEnd _, AnswerDecision.Refuse _ -> "refused";
            };
        if (!expected.equals(answering)) {
          disagreements.add(words + ": " + who + " says done, has it by routing " + routing);
        }
      }
    }
    assertEquals(0, disagreements.size(), () -> disagreements.getFirst());
  }

  @Test
  void whomRoutingNamesGetsItDoneInTheThreadAndNobodyElse(@TempDir Path root) {
    try (AnswerScene scene = new AnswerScene(root)) {
      int number = 100;
      for (String status : List.of("pending", "claimed")) {
        for (List<Word> words :
            sequences(
                3,
                new Word("ana", "claimed"),
                new Word("ben", "claimed"),
                new Word("ana", "declined"),
                new Word("ben", "declined"))) {
          staysWithItsHolder(scene, "2026-11-20-" + number++, status, words);
        }
      }
    }
  }

  private static void staysWithItsHolder(
      AnswerScene scene, String ref, String status, List<Word> words) {
    write(scene, ref, status, words);
    String holder = holderByRouting(load(scene, ref));
    String context = status + " " + words;
    for (String who : List.of("ana", "ben", "cleo")) {
      if (holder != null && !who.equals(holder)) {
        AnswerResult result = say(scene, ref, who, "in_progress");
        assertEquals(
            holder,
            assertInstanceOf(AnswerResult.HeldByOther.class, result, context).holder(),
            context);
      }
    }
    String does = holder == null ? "cleo" : holder;
    AnswerResult.Accepted done =
        assertInstanceOf(AnswerResult.Accepted.class, say(scene, ref, does, "completed"), context);
    assertEquals(does, done.holder(), context);
    assertEquals(does, holderByRouting(load(scene, ref)), context);
  }

  private static AnswerResult say(AnswerScene scene, String ref, String who, String code) {
    String yaml = "- status: {code: %s}".formatted(code);
    return scene.answers().say(AnswerScene.answer(ref, who, who + code, yaml, List.of()));
  }

  private static void write(AnswerScene scene, String ref, String status, List<Word> words) {
    StringBuilder text = new StringBuilder(AnswerScene.envelope(status));
    text.append(AnswerScene.request(""));
    Instant at = CREATED;
    for (Word word : words) {
      at = at.plusSeconds(60);
      text.append(
          AnswerScene.message(word.by, at.toString(), "- status: {code: %s}".formatted(word.code)));
    }
    ThreadFolder folder = status.equals("pending") ? ThreadFolder.RECEIVED : ThreadFolder.EXECUTING;
    scene.write(
        scene.root.resolve(folder.directory()).resolve(ref + ".messe-af.yaml"),
        text.toString().replace(AnswerScene.REF, ref));
  }

  private static MessThread load(AnswerScene scene, String ref) {
    return assertInstanceOf(
            ThreadReadResult.Complete.class, scene.exchange.loader().load(new Ref(ref)))
        .thread()
        .thread();
  }
}
