package org.messgateway.adapter.slack;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.messgateway.api.InboundEvent;
import org.messgateway.api.InboundException;
import org.messgateway.api.InboundListener;
import org.messgateway.api.InboundReply;
import org.messgateway.api.Secret;
import org.messgateway.testkit.LogCapture;
import org.messgateway.testkit.RecordingListener;
import org.messgateway.testkit.SecretCanaries;
import org.messgateway.testkit.WaitFor;

/** What becomes of events that were acknowledged and cannot be taken. */
class SlackEventQueueTest {

  private static final Secret TOKEN = Secret.of("xoxb-1-2-secretToken");
  private static final RetryPauses QUICK =
      new RetryPauses(Duration.ofMillis(2), Duration.ofMillis(4));
  private static final RetryPauses ENDLESS =
      new RetryPauses(Duration.ofDays(1), Duration.ofDays(1));

  private final BrokenThreads listener = new BrokenThreads();
  private final SlackConnections wire =
      new SlackConnections(
          new SlackSettings(TOKEN, null, null, "http://127.0.0.1:1/api/"), Duration.ofSeconds(1));
  private SlackEventQueue queue = queue(QUICK);

  private SlackEventQueue queue(RetryPauses pauses) {
    SlackResponder responder = new SlackResponder(wire, TOKEN);
    return new SlackEventQueue(
        listener, new SlackEventHandler(listener, responder, wire, TOKEN), pauses);
  }

  @AfterEach
  void end() {
    queue.close();
    wire.close();
  }

  private static void until(BooleanSupplier isTrue, String otherwise) {
    WaitFor.until(isTrue, Duration.ofSeconds(10), () -> otherwise);
  }

  private static byte[] wrote(String id) {
    return SlackPayloads.message(id, "D1", "im", "found it", "{}").toString().getBytes(UTF_8);
  }

  private static long lines(LogCapture log, String word) {
    return log.lines().stream().filter(line -> line.contains(word)).count();
  }

  private void accept(int count) {
    for (int i = 0; i < count; i++) {
      assertTrue(queue.accept(wrote("Ev" + i)), "event " + i + " is refused");
    }
  }

  @Test
  void whatWasAcknowledgedIsTriedUntilItIsTakenAndLoggedOnce() {
    listener.broken("event:Ev0");
    try (LogCapture log = LogCapture.start(new SecretCanaries())) {
      accept(1);
      until(() -> listener.attempts() >= 40, "it is given up");
      assertEquals(1, listener.unfinished().size());
      listener.mended();
      until(() -> listener.unfinished().isEmpty(), "it is not taken");
      assertEquals(1, lines(log, "event:Ev0"), log.lines().toString());
    }
    assertEquals("event:Ev0", listener.heard.next().id());
  }

  @Test
  void whatCannotBeTakenKeepsOutNothingNew() {
    queue.close();
    queue = queue(ENDLESS);
    int stuck = 2 * SlackEventQueue.MOST;
    for (int i = 0; i < stuck; i++) {
      listener.broken("event:Ev" + i);
    }
    accept(stuck + 1);
    assertEquals("event:Ev" + stuck, listener.heard.next().id());
  }

  @Test
  void whatIsTooMuchToWaitIsLeftToTheNextStart() {
    int most = SlackEventQueue.MOST_WAITING;
    int more = 3;
    for (int i = 0; i < most + more; i++) {
      listener.broken("event:Ev" + i);
    }
    try (LogCapture log = LogCapture.start(new SecretCanaries())) {
      accept(most + more);
      until(() -> lines(log, "next start") == more, "nothing is left");
    }
    listener.mended();
    until(() -> listener.unfinished().size() == more, "not all that waits is taken");
    queue.close();
    queue = queue(QUICK);
    queue.catchUp();
    until(() -> listener.unfinished().isEmpty(), "the next start does not take the rest");
  }

  @Test
  void whatWasKeptBehindAnEventThatCannotBeTakenDoesNotWaitForIt() {
    listener.broken("event:Ev0");
    listener.heard.storedBefore("event:Ev0", wrote("Ev0"));
    listener.heard.storedBefore("event:Ev1", wrote("Ev1"));
    queue.catchUp();
    assertEquals("event:Ev1", listener.heard.next().id());
    listener.mended();
    assertEquals("event:Ev0", listener.heard.next().id());
    until(() -> listener.unfinished().isEmpty(), "still kept");
  }

  @Test
  void closingEndsTheWaitAndLeavesTheEventOnTheDisk() throws InterruptedException {
    queue.close();
    queue = queue(ENDLESS);
    listener.broken("event:Ev0");
    accept(1);
    until(() -> listener.attempts() == 1, "not tried");
    queue.close();
    Thread worker = listener.workers.keySet().iterator().next();
    assertTrue(worker.join(Duration.ofSeconds(10)), "it waits on");
    assertEquals(1, listener.unfinished().size());
    assertEquals(1, listener.attempts());
  }

  @Test
  void pausesGrowToAMinuteAtMost() {
    assertBetween(Duration.ofMillis(500), RetryPauses.USUAL.after(1), Duration.ofSeconds(1));
    assertBetween(Duration.ofSeconds(2), RetryPauses.USUAL.after(3), Duration.ofSeconds(4));
    assertBetween(Duration.ofSeconds(30), RetryPauses.USUAL.after(9), Duration.ofSeconds(60));
    assertBetween(
        Duration.ofSeconds(30), RetryPauses.USUAL.after(1_000_000), Duration.ofSeconds(60));
  }

  private static void assertBetween(Duration least, Duration pause, Duration most) {
    assertFalse(pause.compareTo(least) < 0 || pause.compareTo(most) > 0, pause.toString());
  }

  /** A gateway that keeps what it is given, and of which some threads cannot be written. */
  private static final class BrokenThreads implements InboundListener {

    final RecordingListener heard = new RecordingListener();
    final Map<Thread, Boolean> workers = new ConcurrentHashMap<>();
    private final Set<String> broken = ConcurrentHashMap.newKeySet();
    private final AtomicInteger attempts = new AtomicInteger();

    BrokenThreads() {
      heard.replyWith(_ -> InboundReply.ACCEPTED_SILENTLY);
    }

    void broken(String event) {
      broken.add(event);
    }

    void mended() {
      broken.clear();
    }

    int attempts() {
      return attempts.get();
    }

    @Override
    public InboundReply report(InboundEvent event) throws InboundException {
      workers.put(Thread.currentThread(), true);
      attempts.incrementAndGet();
      if (broken.contains(event.id())) {
        throw new InboundException("The disk is away.", new IllegalStateException("for a test"));
      }
      return heard.report(event);
    }

    @Override
    public boolean store(String id, byte[] event) throws InboundException {
      return heard.store(id, event);
    }

    @Override
    public void complete(String id) {
      heard.complete(id);
    }

    @Override
    public List<StoredEvent> unfinished() {
      return heard.unfinished();
    }

    @Override
    public boolean callbacksReachable() {
      return false;
    }
  }
}
