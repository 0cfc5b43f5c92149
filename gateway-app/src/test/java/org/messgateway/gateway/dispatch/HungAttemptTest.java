package org.messgateway.gateway.dispatch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.api.ChannelLimits;
import org.messgateway.api.FailureReason;
import org.messgateway.api.Outcome;
import org.messgateway.api.Outcome.Deferred;
import org.messgateway.api.Outcome.Reach;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.Identity;
import org.messgateway.gateway.queue.LaneState;
import org.messgateway.gateway.queue.Settlement;

class HungAttemptTest {

  @TempDir Path folder;
  private DispatchScene scene;
  private final CountDownLatch released = new CountDownLatch(1);

  @BeforeEach
  void open() {
    scene = new DispatchScene(folder);
  }

  @AfterEach
  void close() {
    released.countDown();
    scene.close();
  }

  /** What a broken adapter does: nothing ends its wait but what it waits for. */
  private Outcome hang() {
    boolean over = false;
    while (!over) {
      try {
        released.await();
        over = true;
      } catch (InterruptedException e) {
        // Ignored on purpose: that is what is tested.
        over = false;
      }
    }
    return ScriptedChannel.delivered();
  }

  private void called(int times) {
    scene.until(times + " calls", () -> scene.hook.calls.size() == times);
  }

  @Test
  void atItsTimeLimitAnAttemptIsInterruptedAndItsOwnKnowledgeCounts() {
    scene.hook.at(
        "a",
        _ -> {
          try {
            new CountDownLatch(1).await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          return new Deferred(FailureReason.UNREACHABLE, "Still connecting.", Reach.BEFORE_SENDING);
        });
    scene.start();
    Identity identity = scene.want("t1", "a");
    called(1);
    scene.time.advance(Duration.ofSeconds(15));
    Settlement.Retry report = scene.nextDeferral();
    assertEquals(FailureReason.TIMEOUT, report.reason());
    assertEquals("There was no answer within 15 s.", report.sentence());
    assertEquals(false, report.uncertain());
    assertEquals(LaneState.OPEN, scene.row(identity).laneState());
  }

  @Test
  void anAdapterThatThrowsWhenInterruptedLeavesTheEndUnknown() {
    scene.hook.at(
        "a",
        _ -> {
          new CountDownLatch(1).await();
          return ScriptedChannel.delivered();
        });
    scene.start();
    scene.want("t1", "a");
    called(1);
    scene.time.advance(Duration.ofSeconds(15));
    Settlement.Retry report = scene.nextDeferral();
    assertEquals(FailureReason.TIMEOUT, report.reason());
    assertTrue(report.uncertain());
  }

  @Test
  void oneThatIgnoresItsInterruptionIsSettledAsUncertainAndItsPlaceStaysTaken() {
    scene.hook.at("a", _ -> hang());
    scene.start();
    Identity identity = scene.want("t1", "a");
    called(1);
    scene.time.advance(Duration.ofSeconds(16));
    Settlement.Retry report = scene.nextDeferral();
    assertEquals(FailureReason.TIMEOUT, report.reason());
    assertTrue(report.uncertain());
    assertEquals(DeliveryState.QUEUED, scene.row(identity).state());
    assertEquals(1, scene.dispatcher().inFlight().attempts());
    released.countDown();
    scene.until("the place is free", () -> scene.dispatcher().inFlight().attempts() == 0);
  }

  @Test
  void aReceiptThatComesLateIsTakenWhileNothingWasSentAgain() {
    scene.hook.at("a", _ -> hang());
    scene.start();
    Identity identity = scene.want("t1", "a");
    called(1);
    scene.time.advance(Duration.ofSeconds(16));
    assertEquals("deferred", scene.next().outcome());
    released.countDown();
    scene.until("delivered", () -> scene.row(identity).state() == DeliveryState.DELIVERED);
    scene.until("routing is told", () -> scene.events.contains("t1 delivered"));
    scene.nothingFor(Duration.ofMinutes(1));
    assertEquals(1, scene.hook.calls.size());
  }

  @Test
  void threeHungAttemptsStopTheLaneAndItRecoversWhenTheyEnd() {
    AtomicBoolean sick = new AtomicBoolean(true);
    scene.hook.at("a", _ -> sick.get() ? hang() : ScriptedChannel.delivered());
    for (int i = 0; i < 6; i++) {
      scene.want("t" + i, "a");
    }
    scene.start();
    for (int hung = 1; hung <= 3; hung++) {
      called(hung);
      scene.time.advance(Duration.ofSeconds(16));
      scene.next();
      if (hung < 3) {
        int next = hung + 1;
        scene.until(
            "a probe",
            () -> {
              scene.time.advance(Duration.ofSeconds(1));
              return scene.hook.calls.size() == next;
            });
      }
    }
    scene.nothingFor(Duration.ofMinutes(11));
    assertEquals(3, scene.hook.calls.size());
    sick.set(false);
    released.countDown();
    // No time passes: their end is what starts the lane again.
    scene.until("all are delivered", () -> scene.count(DeliveryState.DELIVERED) == 6);
  }

  @Test
  void thirtyTwoHungAttemptsStopTheChannel() {
    AtomicBoolean sick = new AtomicBoolean(true);
    scene.hook.limits(new ChannelLimits(1, null, null));
    for (int i = 0; i < 32; i++) {
      scene.hook.at("a" + i, _ -> sick.get() ? hang() : ScriptedChannel.delivered());
      scene.want("t" + i, "a" + i);
    }
    scene.start();
    called(32);
    scene.time.advance(Duration.ofSeconds(16));
    scene.next(32);
    scene.want("healthy", "b");
    scene.nothingFor(Duration.ofSeconds(30));
    assertEquals(32, scene.hook.calls.size());
    sick.set(false);
    released.countDown();
    scene.until("the channel is back", () -> scene.hook.callsTo("b") == 1);
  }

  @Test
  void routingThatHangsSendsNothingAndHoldsOnlyItsOwnPlace() {
    scene.wanted =
        delivery -> {
          if (delivery.identity().ref().equals("t1")) {
            hang();
          }
          return scene.send(delivery);
        };
    scene.start();
    Identity identity = scene.want("t1", "a");
    scene.until("in flight", () -> scene.dispatcher().inFlight().attempts() == 1);
    scene.want("t2", "b");
    assertEquals("t2", scene.next().delivery().identity().ref());
    scene.time.advance(Duration.ofSeconds(16));
    scene.until("given back", () -> scene.row(identity).state() == DeliveryState.QUEUED);
    assertEquals(List.of(), scene.queue.attempts(identity.id()));
    assertEquals(0, scene.hook.callsTo("a"));
  }
}
