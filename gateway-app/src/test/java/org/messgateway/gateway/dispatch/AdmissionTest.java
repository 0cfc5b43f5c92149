package org.messgateway.gateway.dispatch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.api.ChannelLimits;
import org.messgateway.api.FailureReason;
import org.messgateway.api.Outcome.Deferred;
import org.messgateway.api.Outcome.Reach;
import org.messgateway.api.Rate;
import org.messgateway.gateway.queue.DeliveryQueue;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.Identity;
import org.messgateway.gateway.queue.LaneState;

/** Which rows are inserted as sending, and which are taken from the store. */
class AdmissionTest {

  @TempDir Path folder;
  private DispatchScene scene;
  private final List<String> calls = new CopyOnWriteArrayList<>();
  private final CountDownLatch go = new CountDownLatch(1);

  @BeforeEach
  void open() {
    scene = new DispatchScene(folder);
    scene.around = this::listening;
  }

  @AfterEach
  void close() {
    go.countDown();
    scene.close();
  }

  /** Notes which methods of the queue are called. */
  private DeliveryQueue listening(DeliveryQueue queue) {
    return (DeliveryQueue)
        Proxy.newProxyInstance(
            AdmissionTest.class.getClassLoader(),
            new Class<?>[] {DeliveryQueue.class},
            (_, method, arguments) -> {
              calls.add(method.getName());
              try {
                return method.invoke(queue, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause() == null ? e : e.getCause();
              }
            });
  }

  @Test
  void aDeliveryToAHealthyLaneIsLeasedAndSentWithTheCommitThatBringsIt() {
    scene.start();

    Identity identity = scene.want("r1", "http://a");
    scene.next();

    scene.until("delivered", () -> scene.row(identity).state() == DeliveryState.DELIVERED);
    assertEquals(0, calls.stream().filter("take"::equals).count(), () -> "calls: " + calls);
  }

  @Test
  void whatWaitsInTheStoreIsTaken() {
    for (int i = 0; i < 30; i++) {
      scene.want("r" + i, "http://a");
    }

    scene.start();

    scene.next(30);
    assertTrue(calls.contains("take"), () -> "calls: " + calls);
  }

  @Test
  void whereARateIsKeptNothingIsAdmitted() {
    scene.channel(
        new ScriptedChannel("slow", scene.timers)
            .limits(new ChannelLimits(1, new Rate(1, Duration.ofSeconds(1)), null)));
    scene.start();

    scene.want("r1", "slow", "@ana", null);
    scene.want("r2", "slow", "@ana", null);
    scene.next(2);

    assertTrue(calls.contains("take"), () -> "calls: " + calls);
  }

  @Test
  void whatWasAdmittedToAStoppedAddressGoesBackWithoutATry() {
    scene.stopped.put("http://a", "410");
    scene.start();

    Identity identity = scene.want("r1", "http://a");

    scene.until("held", () -> !scene.row(identity).laneState().name().equals("CLOSED"));
    assertEquals(List.of(), List.copyOf(scene.hook.calls));
    assertEquals(DeliveryState.QUEUED, scene.row(identity).state());
    assertEquals(0, scene.row(identity).attempts());
  }

  @Test
  void aLaneThatFailsIsProbedWithOneRowOnly() {
    scene.hook.at(
        "http://a",
        _ -> new Deferred(FailureReason.UNREACHABLE, "It is down.", Reach.BEFORE_SENDING));
    scene.start();
    Identity first = scene.want("r0", "http://a");
    scene.next();
    scene.until("failed", () -> scene.row(first).laneState() != LaneState.CLOSED);

    for (int i = 1; i < 5; i++) {
      scene.want("r" + i, "http://a");
    }
    scene.untilNext(Duration.ofSeconds(1), Duration.ofMinutes(1));
    scene.until(
        "given up for now",
        () -> scene.count(DeliveryState.SENDING) == 0 && scene.seen.size() >= 2);

    assertEquals(2, scene.seen.size(), () -> "attempts: " + scene.seen);
  }
}
