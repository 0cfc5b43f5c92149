package org.messgateway.gateway.dispatch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
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
import org.messgateway.gateway.queue.LaneLease;
import org.messgateway.gateway.queue.LaneState;

/** What is sent by the commit that brings it, and what is not. */
class PrefetchPolicyTest {

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
            PrefetchPolicyTest.class.getClassLoader(),
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
  void aDeliveryToAHealthyLaneIsLeasedAndTakenWithTheCommitThatBringsIt() {
    scene.start();

    Identity identity = scene.want("r1", "http://a");
    scene.next();

    scene.until("delivered", () -> scene.row(identity).state() == DeliveryState.DELIVERED);
    assertEquals(0, calls.stream().filter("take"::equals).count(), () -> "calls: " + calls);
  }

  @Test
  void whatIsMoreThanTheFirstRowsIsTakenAfterThem() {
    for (int i = 0; i < 30; i++) {
      scene.want("r" + i, "http://a");
    }

    scene.start();

    scene.next(30);
    assertTrue(calls.contains("take"), () -> "calls: " + calls);
  }

  @Test
  void whereARateIsKeptNothingIsTakenAhead() {
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
  void whatCameWithTheLeaseOfAStoppedAddressGoesBackWithoutATry() {
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

  @Test
  void rowsInHandCountAsThoseInFlightDo() {
    assertEquals(2, PrefetchPolicy.room(64, 10, () -> 20));
    assertEquals(0, PrefetchPolicy.room(64, 10, () -> 90));
  }

  @Test
  void whereHalfIsInFlightNobodyAsksThousandsOfLanesWhatTheyHoldInHand() {
    assertEquals(0, PrefetchPolicy.room(64, 32, () -> fail("asked")));
  }

  @Test
  void allLanesOfOneLeaseShareTheRoom() {
    scene.hook.limits(new ChannelLimits(4, null, null));
    PrefetchPolicy rows =
        new PrefetchPolicy(scene.channels(), new HealthRegistry(scene.timers), 10);

    assertEquals(
        List.of(4, 4, 2, 0),
        Stream.of(1, 2, 3, 4).map(PrefetchPolicyTest::lane).map(rows::applyAsInt).toList());
  }

  private static LaneLease lane(int key) {
    return new LaneLease(key, "hook", "http://" + key, 1, LaneState.CLOSED, 0);
  }
}
