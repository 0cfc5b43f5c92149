package org.messgateway.gateway.dispatch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.api.Address;
import org.messgateway.api.Outcome;
import org.messgateway.api.Receipt;
import org.messgateway.api.ServiceReply;
import org.messgateway.api.TaskPolling;
import org.messgateway.api.TaskPolling.PollResult;
import org.messgateway.gateway.queue.Identity;
import org.messgateway.gateway.queue.journal.ReplyInbox.KeptReply;
import org.messgateway.testkit.Conforms;

/** Services that accept a task and answer it later. */
@Conforms(269)
class TaskPollerTest {

  private static final Receipt OPEN = Receipt.of("handle", "h1");

  @TempDir Path folder;
  private DispatchScene scene;
  private final List<Long> asked = new CopyOnWriteArrayList<>();
  private final AtomicReference<PollResult> result =
      new AtomicReference<>(new PollResult.Pending());

  private final class Service implements TaskPolling {

    @Override
    public Optional<Duration> pollAfter(Receipt receipt) {
      return receipt.part("handle").isEmpty()
          ? Optional.empty()
          : Optional.of(Duration.ofSeconds(10));
    }

    @Override
    public PollResult poll(Address address, Receipt receipt) {
      asked.add(Duration.ofNanos(scene.time.nanos()).toSeconds());
      return result.get();
    }
  }

  @BeforeEach
  void open() {
    scene = new DispatchScene(folder);
    scene.hook.can(TaskPolling.class, new Service()).at("a", _ -> new Outcome.Delivered(OPEN));
    scene.polled.put("robot", Address.configured("a"));
    scene.start();
  }

  @AfterEach
  void close() {
    scene.close();
  }

  private Identity accepted() {
    Identity identity = scene.want("t1", "a");
    scene.next();
    return identity;
  }

  private static PollResult answered(String body, Receipt next) {
    return new PollResult.Answered(
        new ServiceReply("application/json", body.getBytes(UTF_8), true), next);
  }

  private List<KeptReply> replies() {
    return scene.journal.replies().open(DispatchScene.EXCHANGE, null, 10);
  }

  @Test
  void anAcceptedTaskIsAskedAboutUntilItIsAnswered() {
    Identity identity = accepted();
    scene.nothingFor(Duration.ofMinutes(1));
    assertTrue(asked.size() >= 4, asked.toString());

    result.set(answered("{\"MESS\": []}", Receipt.NONE));
    scene.until("answered", Duration.ofSeconds(1), () -> !replies().isEmpty());
    int questions = asked.size();
    scene.nothingFor(Duration.ofMinutes(5));

    assertEquals(questions, asked.size(), "nothing is asked after the end");
    KeptReply reply = replies().getFirst();
    assertEquals(identity.id(), reply.delivery());
    assertEquals("hook", reply.channel());
    assertEquals(Receipt.NONE, scene.row(identity).receipt());
  }

  @Test
  void whatIsSaidOnTheWayIsKeptOnceEachAndTheQuestionsGoOn() {
    accepted();
    result.set(answered("{\"MESS\": [1]}", Receipt.of("handle", "h1", "said", "1")));
    scene.until("said", Duration.ofSeconds(1), () -> !replies().isEmpty());
    result.set(answered("{\"MESS\": [2]}", Receipt.NONE));
    scene.until("ended", Duration.ofSeconds(1), () -> replies().size() == 2);

    assertEquals(List.of(-2, -1), replies().stream().map(KeptReply::attempt).sorted().toList());
  }

  @Test
  void afterAKillTheQuestionsGoOn() {
    accepted();
    scene.until("settled", () -> scene.dispatcher().lanes() == 0);
    scene.stop();
    scene.reopen();
    result.set(answered("{\"MESS\": []}", Receipt.NONE));
    scene.start();

    scene.until("answered", Duration.ofSeconds(1), () -> !replies().isEmpty());
  }

  @Test
  void aServiceThatFailsIsAskedMoreAndMoreSeldom() {
    result.set(new PollResult.Failed("No route."));
    accepted();
    scene.nothingFor(Duration.ofMinutes(10));

    assertTrue(asked.size() >= 4 && asked.size() <= 8, asked.toString());
  }

  @Test
  void aTaskThatNobodyWaitsForAnyMoreIsNotAskedAbout() {
    accepted();
    scene.polled.clear();
    scene.nothingFor(Duration.ofMinutes(5));

    assertEquals(List.of(), asked);
  }

  @Test
  void aChannelThatWasTakenAwayAndComesBackHasItsOpenTasksAskedAboutAgain() {
    accepted();
    scene.until("asked", Duration.ofSeconds(1), () -> !asked.isEmpty());
    scene.remove("hook");
    scene.nothingFor(Duration.ofMinutes(3));
    int before = asked.size();

    scene.channel(scene.hook);
    scene.until("asked again", Duration.ofSeconds(1), () -> asked.size() > before);
  }
}
