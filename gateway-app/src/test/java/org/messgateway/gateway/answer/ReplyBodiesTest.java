package org.messgateway.gateway.answer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.messgateway.api.ServiceReply;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.queue.journal.ReplyInbox;

/** Answers in the bodies of webhooks' answers. */
final class ReplyBodiesTest {

  private final List<Answer> said = Collections.synchronizedList(new ArrayList<>());
  private final List<ReplyInbox.KeptReply> open = Collections.synchronizedList(new ArrayList<>());

  /** All that ever came, in their order. */
  private final List<ReplyInbox.KeptReply> positions = new ArrayList<>();

  /** Threads that cannot be written now. */
  private final Set<String> waiting = new HashSet<>();

  private Consumer<Answer> during = _ -> {};

  private final AtomicLong nanos = new AtomicLong();
  private AnswerResult result = new AnswerResult.Accepted(ThreadStatus.CLAIMED, "roomba", false);
  private final ReplyInbox inbox =
      new ReplyInbox() {
        @Override
        public List<KeptReply> open(String exchange, @Nullable KeptReply after, int max) {
          int from = after == null ? 0 : positions.indexOf(after) + 1;
          return open.stream()
              .filter(reply -> positions.indexOf(reply) >= from)
              .limit(max)
              .toList();
        }

        @Override
        public void done(KeptReply reply) {
          open.remove(reply);
        }
      };

  private final ReplyBodies bodies =
      new ReplyBodies(
          "x",
          inbox,
          answer -> {
            said.add(answer);
            during.accept(answer);
            return waiting.contains(answer.ref())
                ? new AnswerResult.TryAgainLater("not whole")
                : result;
          },
          nanos::get);

  private void came(String body, boolean complete) {
    came("d1", "r1", body, complete);
  }

  private void came(String delivery, String ref, String body, boolean complete) {
    ServiceReply reply = new ServiceReply("text/html", body.getBytes(UTF_8), complete);
    open.add(new ReplyInbox.KeptReply(delivery, 2, ref, "roomba", "webhook", reply));
    positions.add(open.getLast());
  }

  @Test
  void repliesThatWaitHoldUpNoneBehindThemAndAreTriedAgain() {
    for (int number = 0; number < 40; number++) {
      String ref = "r" + number;
      came("d" + number, ref, "MESS: [{status: {code: claimed}}]", true);
      if (number < 20) {
        waiting.add(ref);
      }
    }

    untilNoneIsLeft();
    assertEquals(20, open.size(), "those behind are taken");
    assertEquals(40, said.size(), "each was tried once");

    untilNoneIsLeft();
    assertEquals(40, said.size(), "not before a pause has passed");
    came("d40", "r40", "MESS: [{status: {code: claimed}}]", true);
    untilNoneIsLeft();
    assertEquals(20, open.size(), "what comes meanwhile does not wait either");

    nanos.addAndGet(Duration.ofMillis(250).toNanos());
    untilNoneIsLeft();
    assertEquals(61, said.size(), "tried again");
    nanos.addAndGet(Duration.ofMillis(250).toNanos());
    untilNoneIsLeft();
    assertEquals(61, said.size(), "the second pause is longer");

    waiting.clear();
    nanos.addAndGet(Duration.ofMillis(250).toNanos());
    untilNoneIsLeft();
    assertEquals(List.of(), open);
  }

  @Test
  void aLaterReplyDoesNotOvertakeAnEarlierOneOfItsThread() {
    came("d1", "r1", "MESS: [{status: {code: claimed}}]", true);
    came("d2", "r1", "MESS: [{status: {code: completed}}]", true);
    came("d3", "r2", "MESS: [{status: {code: claimed}}]", true);
    waiting.add("r1");

    untilNoneIsLeft();
    assertEquals(List.of("r1", "r2"), said.stream().map(Answer::ref).sorted().toList());

    waiting.clear();
    untilNoneIsLeft();
    assertEquals(2, said.size(), "the later one waits for as long as the earlier one");
    nanos.addAndGet(Duration.ofMillis(250).toNanos());
    untilNoneIsLeft();
    assertEquals(
        List.of("[{status={code=claimed}}]", "[{status={code=completed}}]"),
        said.subList(2, 4).stream().map(answer -> answer.mess().toString()).toList());
    assertEquals(List.of(), open);
  }

  @Test
  void repliesOfDifferentThreadsAreWrittenAtOnceAndThoseOfOneInTheirOrder() {
    CountDownLatch both = new CountDownLatch(2);
    during =
        answer -> {
          if (answer.mess().toString().contains("claimed")) {
            both.countDown();
            awaits(both);
          }
        };
    came("d1", "r1", "MESS: [{status: {code: claimed}}]", true);
    came("d2", "r1", "MESS: [{status: {code: completed}}]", true);
    came("d3", "r2", "MESS: [{status: {code: claimed}}]", true);

    untilNoneIsLeft();

    assertEquals(List.of(), open);
    assertEquals(
        List.of("[{status={code=claimed}}]", "[{status={code=completed}}]"),
        said.stream()
            .filter(answer -> answer.ref().equals("r1"))
            .map(answer -> answer.mess().toString())
            .toList());
  }

  private static void awaits(CountDownLatch latch) {
    try {
      assertTrue(latch.await(30, TimeUnit.SECONDS));
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private void untilNoneIsLeft() {
    boolean more = true;
    while (more) {
      more = bodies.turn();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "MESS: [{reply: the red one}]",
        "MESS: [{reply: {answers: {colour: red}}}]",
        "MESS: [{reply: {re: '', answers: {colour: red}}}]",
        "MESS: [{reply: {re: last, answers: {colour: red}}}]",
        "MESS: [{answer: blue}]",
        "MESS: [{review: {re: [], rating: 4}}]",
        "{\"MESS\": [{\"cancel\": null}]}"
      })
  void whatAnAgentAnswersWithoutNamingATaskIsAboutTheOneItWasToldOf(
      String body, @TempDir Path root) {
    List<AgentRequests.RequestResult> results = new ArrayList<>();
    try (AnswerScene scene = new AnswerScene(root)) {
      scene.threadOf("roomba", "2026-11-20-001");
      scene.threadOf("roomba", "2026-11-20-002");
      AgentRequests requests =
          message -> {
            AgentRequests.RequestResult outcome = scene.indexed().say(message);
            results.add(outcome);
            return outcome;
          };
      came("d1", "2026-11-20-001", body, true);

      boolean _ =
          new ReplyBodies(
                  scene.exchange.directory().id(),
                  inbox,
                  _ -> result,
                  new ReplyBodies.OfAgents((_, _) -> true, requests),
                  refusal -> fail(refusal.sentence()),
                  nanos::get)
              .turn();
    }

    AgentRequests.RequestResult.Stored stored =
        assertInstanceOf(AgentRequests.RequestResult.Stored.class, results.getFirst());
    assertEquals(List.of("2026-11-20-001"), stored.touched());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "MESS:\n  - status: {code: claimed}\n",
        "{\"ok\": true, \"MESS\": [{\"status\": {\"code\": \"claimed\"}}]}"
      })
  void aMessListAtTheTopIsAnAnswerOfThatExecutor(String body) {
    came(body, true);

    bodies.turn();

    Answer answer = said.getFirst();
    assertEquals("r1", answer.ref());
    assertEquals("roomba", answer.executor());
    assertEquals(new MessageKey.Given("reply:d1:2"), answer.key());
    assertEquals(1, answer.mess().size());
    assertEquals(List.of(), open);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ok",
        "",
        "<html>MESS</html>",
        "- status: {code: claimed}",
        "MESS: yes",
        "MESS: [a, b]",
        "MESS: [{status: {code: claimed}",
        "{\"data\": {\"MESS\": [{\"status\": {\"code\": \"claimed\"}}]}}",
        "MESS: &a [*a, *a]",
        "\u0000\u0001MESS"
      })
  void anythingElseCostsNothing(String body) {
    came(body, true);

    bodies.turn();

    assertEquals(List.of(), said);
    assertEquals(List.of(), open);
  }

  @Test
  void whatWasCutOffIsNoAnswer() {
    came("MESS:\n  - status: {code: claimed}\n", false);

    bodies.turn();

    assertEquals(List.of(), said);
  }

  @Test
  void whatCannotBeWrittenNowIsTriedAgain() {
    result = new AnswerResult.TryAgainLater("disk full");
    came("MESS: [{status: {code: claimed}}]", true);

    bodies.turn();
    assertEquals(1, open.size());
    result = new AnswerResult.Refused("no");
    nanos.addAndGet(Duration.ofSeconds(1).toNanos());
    bodies.turn();

    assertEquals(List.of(), open);
    assertEquals(2, said.size());
  }
}
