package org.messgateway.gateway.dispatch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.api.ChannelLimits;
import org.messgateway.api.FailureReason;
import org.messgateway.api.Outcome;
import org.messgateway.api.Outcome.Deferred;
import org.messgateway.api.Outcome.Reach;
import org.messgateway.gateway.queue.DeliveryRow;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.Identity;
import org.messgateway.gateway.queue.LaneState;

class StopTest {

  @TempDir Path folder;
  private DispatchScene scene;
  private final CountDownLatch go = new CountDownLatch(1);

  @BeforeEach
  void open() {
    scene = new DispatchScene(folder);
  }

  @AfterEach
  void close() {
    go.countDown();
    scene.close();
  }

  private Outcome answerWhenInterrupted(Reach reach) {
    try {
      go.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return new Deferred(FailureReason.TIMEOUT, "Interrupted.", reach);
  }

  private Outcome hang() {
    boolean over = false;
    while (!over) {
      try {
        go.await();
        over = true;
      } catch (InterruptedException e) {
        over = false;
      }
    }
    return ScriptedChannel.delivered();
  }

  private void sending(int attempts) {
    scene.until(attempts + " in flight", () -> scene.hook.calls.size() == attempts);
  }

  private DeliveryRow stopped(Identity identity) {
    Dispatcher dispatcher = scene.dispatcher();
    scene.stop();
    assertEquals(0, dispatcher.lanes());
    return scene.row(identity);
  }

  @Test
  void whatEndsInTimeIsSettledAsItEnded() {
    CountDownLatch answer = new CountDownLatch(1);
    scene.hook.at(
        "a",
        _ -> {
          answer.await();
          return ScriptedChannel.delivered();
        });
    scene.start();
    Identity identity = scene.want("t1", "a");
    sending(1);
    Dispatcher dispatcher = scene.dispatcher();
    Thread stop = Thread.ofVirtual().start(dispatcher::close);
    answer.countDown();
    assertEquals("delivered", scene.next().outcome());
    scene.until("stopped", () -> !stop.isAlive());
    assertEquals(DeliveryState.DELIVERED, scene.row(identity).state());
    assertEquals(0, dispatcher.threads());
    assertEquals(0, dispatcher.inFlight().attempts());
  }

  @Test
  void whatMayHaveBeenSentIsHandedBackAsUncertain() {
    scene.hook.at("a", _ -> answerWhenInterrupted(Reach.POSSIBLY_SENT));
    scene.start();
    Identity identity = scene.want("t1", "a");
    sending(1);
    DeliveryRow row = stopped(identity);
    assertEquals(DeliveryState.QUEUED, row.state());
    assertEquals(FailureReason.UNCERTAIN, row.reason());
    assertEquals(0, row.attempts());
    assertEquals(LaneState.CLOSED, row.laneState());
    assertTrue(scene.queue.take(scene.queue.lease(1).getFirst(), 1).getFirst().uncertain());
  }

  @Test
  void whatWasNotSentIsHandedBackAsIfItHadNotBeenTaken() {
    scene.hook.at("a", _ -> answerWhenInterrupted(Reach.BEFORE_SENDING));
    scene.start();
    Identity identity = scene.want("t1", "a");
    sending(1);
    DeliveryRow row = stopped(identity);
    assertEquals(DeliveryState.QUEUED, row.state());
    assertEquals(0, scene.queue.attempts(identity.id()).size());
    assertFalse(scene.queue.take(scene.queue.lease(1).getFirst(), 1).getFirst().uncertain());
  }

  @Test
  void whatIgnoresItsInterruptionIsHandedBackAsUncertainWithoutWaitingForIt() {
    scene.hook.at("a", _ -> hang());
    scene.start();
    Identity identity = scene.want("t1", "a");
    sending(1);
    Dispatcher dispatcher = scene.dispatcher();
    DeliveryRow row = stopped(identity);
    assertEquals(FailureReason.UNCERTAIN, row.reason());
    assertEquals(1, dispatcher.threads());
    go.countDown();
    scene.until("it ended", () -> dispatcher.threads() == 0);
  }

  @Test
  void whatWaitsBehindItStaysQueuedAndItsLaneIsFree() {
    scene.hook.limits(new ChannelLimits(1, null, null));
    scene.hook.at("a", _ -> answerWhenInterrupted(Reach.BEFORE_SENDING));
    scene.want("t1", "a");
    Identity behind = scene.want("t2", "a");
    scene.start();
    sending(1);
    DeliveryRow row = stopped(behind);
    assertEquals(DeliveryState.QUEUED, row.state());
    assertEquals(1, scene.queue.lease(10).size());
  }

  @Test
  void aDispatcherThatWasStoppedCanBeFollowedByAnother() {
    scene.start();
    scene.want("t1", "a");
    scene.next();
    scene.stop();
    scene.want("t2", "a");
    scene.start();
    assertEquals("t2", scene.next().delivery().identity().ref());
  }

  @Test
  void noThreadIsLeftBehind(@TempDir Path other) {
    Set<String> before = platformThreads();
    DispatchScene real = new DispatchScene(other, true);
    for (int i = 0; i < 50; i++) {
      real.want("t" + i, "a" + i % 7);
    }
    real.start();
    real.next(50);
    Dispatcher dispatcher = real.dispatcher();
    real.close();
    assertEquals(0, dispatcher.threads());
    Set<String> after = platformThreads();
    after.removeAll(before);
    assertEquals(Set.of(), after);
  }

  /** Those of the gateway and its libraries, not the carriers that Java itself keeps. */
  private static Set<String> platformThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(Thread::isAlive)
        .map(Thread::getName)
        .filter(name -> !name.startsWith("ForkJoinPool") && !name.startsWith("VirtualThread"))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void aStopThatWaitsInVainTakesNoLongerThanItsLimit() {
    scene.hook.at("a", _ -> answerWhenInterrupted(Reach.POSSIBLY_SENT));
    scene.start();
    scene.want("t1", "a");
    sending(1);
    long start = scene.time.nanos();
    scene.stop();
    Duration took = Duration.ofNanos(scene.time.nanos() - start);
    assertTrue(took.compareTo(Duration.ofSeconds(15)) <= 0, "took " + took);
    assertTrue(took.compareTo(Duration.ofSeconds(10)) >= 0, "took " + took);
  }
}
