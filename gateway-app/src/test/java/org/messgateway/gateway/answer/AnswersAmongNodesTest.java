package org.messgateway.gateway.answer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.messgateway.api.mess.ThreadFolder;
import org.messgateway.gateway.answer.AgentRequests.RequestMessage;
import org.messgateway.gateway.answer.AgentRequests.RequestResult;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.queue.MovableClock;
import org.messgateway.gateway.queue.jdbc.PostgresServer;
import org.messgateway.testkit.Conforms;

/**
 * Several nodes on one exchange and one PostgreSQL: an answer that one had taken when it died is in
 * its thread once, by another.
 */
@Tag("postgres")
final class AnswersAmongNodesTest {

  private static final String CLAIM = "- status: { code: claimed }\n";

  @TempDir private Path root;
  private final MovableClock clock = new MovableClock();
  private final String url = PostgresServer.freshUrl();
  private final List<AnswerScene> nodes = new ArrayList<>();
  private AnswerScene dies;
  private AnswerScene lives;

  @BeforeEach
  void twoNodes() {
    dies = node("dies");
    lives = node("lives");
    dies.thread();
  }

  private AnswerScene node(String name) {
    AnswerScene node = AnswerScene.node(root, clock, url, name);
    nodes.add(node);
    return node;
  }

  @AfterEach
  void close() {
    nodes.forEach(AnswerScene::close);
  }

  private void dies() {
    dies.close();
    nodes.remove(dies);
  }

  private void assertClaimedOnce() {
    assertEquals(List.of("claude-agent", "ana"), lives.speakers());
    assertEquals(List.of("created claude-agent", "claimed ana"), lives.history());
    assertEquals("ana", lives.holder());
  }

  /** Put: a row and no file. Written: the file, and no word of it in the row. */
  @ParameterizedTest
  @ValueSource(strings = {"put", "written"})
  void whatADeadNodeHadTakenIsInTheThreadOnceByAnother(String point) {
    if (point.equals("put")) {
      dies.killAfter("put");
    } else {
      dies.killBefore("written");
    }
    assertThrows(AnswerScene.Killed.class, () -> dies.say("ana", "k", CLAIM));
    assertEquals(
        point.equals("put") ? List.of("claude-agent") : List.of("claude-agent", "ana"),
        lives.speakers());
    dies();

    lives.keep(Duration.ofSeconds(1));

    assertClaimedOnce();
    AnswerResult again = lives.say("ana", "k", CLAIM);
    assertEquals("ana", assertInstanceOf(AnswerResult.Accepted.class, again).holder());
    lives.keep(Duration.ofMinutes(1));
    lives.keep(Duration.ofMinutes(1));
    assertClaimedOnce();
    assertEquals(List.of(), open());
  }

  private List<Long> open() {
    return lives.journal().answers().open(lives.exchange.directory().id(), 9).stream()
        .map(entry -> entry.number())
        .toList();
  }

  @Test
  void ofTwoThatFindItAtTheSameMomentOneWritesIt() throws Exception {
    dies.killAfter("put");
    assertThrows(AnswerScene.Killed.class, () -> dies.say("ana", "k", CLAIM));
    dies();
    AnswerScene third = node("third");
    clock.advance(Duration.ofSeconds(1));

    CountDownLatch both = new CountDownLatch(2);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (AnswerScene each : List.of(lives, third)) {
        Future<?> _ =
            threads.submit(() -> {
              both.countDown();
              both.await();
              each.answers().reconciler().turn();
              return null;
            });
      }
    }

    assertClaimedOnce();
  }

  @Test
  void whoeverRepeatsItAtTheOtherNodeHasItWrittenAndIsTold() {
    dies.killAfter("put");
    assertThrows(AnswerScene.Killed.class, () -> dies.say("ana", "k", CLAIM));
    dies();

    assertEquals(
        "ana",
        assertInstanceOf(AnswerResult.Accepted.class, lives.say("ana", "k", CLAIM)).holder());
    lives.keep(Duration.ofSeconds(1));
    assertClaimedOnce();
    assertInstanceOf(AnswerResult.HeldByOther.class, lives.say("ben", CLAIM));
  }

  @Test
  @Conforms(302)
  void aClaimThatAProgramAppendedAndAllNodesSeeCountsOnceAndBeforeTheirs() throws Exception {
    dies.appendTo(AnswerScene.REF, "ben", "- status: {code: claimed}");
    CountDownLatch all = new CountDownLatch(8);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 8; i++) {
        AnswerScene node = i % 2 == 0 ? dies : lives;
        Future<?> _ =
            threads.submit(() -> {
              all.countDown();
              all.await();
              AppendedMessages appended = AppendedMessages.of(node.ports());
              return appended.recorded(node.exchange.writer(), new Ref(AnswerScene.REF));
            });
      }
    }

    assertEquals(List.of("created claude-agent", "claimed ben"), lives.history());
    assertEquals("ben", lives.holder());
    for (AnswerScene node : List.of(dies, lives)) {
      AnswerResult lost = node.say("ana", "k", CLAIM);
      assertEquals("ben", assertInstanceOf(AnswerResult.HeldByOther.class, lost).holder());
    }
    assertEquals(List.of("created claude-agent", "claimed ben"), lives.history());
  }

  /** An agent that waited too long for the one asks the other. */
  @Test
  void aRequestThatBothNodesGetAtOnceIsOneTask() throws Exception {
    RequestMessage message =
        AnswerScene.fromAgent("claude", "k", "- request: {intent: water the plants}");
    ThreadRequests other = lives.requests();
    AtomicReference<@Nullable Future<RequestResult>> second = new AtomicReference<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      dies.afterPut(() -> {
        Future<RequestResult> again = threads.submit(() -> other.say(message));
        second.set(again);
        assertThrows(TimeoutException.class, () -> again.get(700, TimeUnit.MILLISECONDS));
      });

      String ref = ref(dies.requests().say(message));
      assertEquals(ref, ref(Objects.requireNonNull(second.get()).get(20, TimeUnit.SECONDS)));
    }
    try (Stream<Path> threads = Files.list(root.resolve(ThreadFolder.RECEIVED.directory()))) {
      assertEquals(2, threads.count(), "ana's, and this one");
    }
  }

  private static String ref(RequestResult result) {
    return assertInstanceOf(RequestResult.Stored.class, result).created().getFirst().ref();
  }

  /** One that lives has the thread's lock from before the row until after the file. */
  @Test
  void whatALivingNodeIsAboutToWriteIsLeftToIt() throws Exception {
    AtomicReference<@Nullable Future<?>> looking = new AtomicReference<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      dies.afterPut(() -> {
        Future<?> look = threads.submit(() -> lives.answers().reconciler().turn());
        looking.set(look);
        assertThrows(TimeoutException.class, () -> look.get(700, TimeUnit.MILLISECONDS));
        assertEquals(List.of("claude-agent"), lives.speakers());
      });

      assertFalse(dies.say("ana", "k", CLAIM) instanceof AnswerResult.TryAgainLater);
      Future<?> look = looking.get();
      if (look != null) {
        look.get(20, TimeUnit.SECONDS);
      }
    }

    assertClaimedOnce();
  }
}
