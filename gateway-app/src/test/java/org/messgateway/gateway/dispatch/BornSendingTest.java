package org.messgateway.gateway.dispatch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.api.mess.Priority;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.DesiredDelivery;
import org.messgateway.gateway.queue.Identity;

/** New rows of lanes that rest are inserted as sending, in the commit that makes them. */
final class BornSendingTest {

  @TempDir Path folder;
  private DispatchScene scene;
  private final CountDownLatch answered = new CountDownLatch(1);
  private final AtomicInteger released = new AtomicInteger();
  private long epoch;

  @BeforeEach
  void open() {
    scene = new DispatchScene(folder);
    scene.around = queue -> Wrapped.around(queue, "release", released::incrementAndGet);
    scene.start();
    scene.want("first", "a");
    epoch = scene.next().delivery().lane().epoch();
    restsOfTheLane();
    scene.hook.at(
        "a",
        _ -> {
          assertTrue(answered.await(10, TimeUnit.SECONDS));
          return ScriptedChannel.delivered();
        });
  }

  @AfterEach
  void close() {
    answered.countDown();
    scene.close();
  }

  /** Until no row of it waits. */
  private void restsOfTheLane() {
    scene.until("no row waits", () -> scene.dispatcher().lanes() == 0);
  }

  @Test
  void aRowIsInFlightOnceItIsStored() {
    Identity second = scene.want("second", "a");

    assertEquals(DeliveryState.SENDING, scene.row(second).state());
    answered.countDown();
    AttemptReport report = scene.next();
    assertEquals(epoch, report.delivery().lane().epoch(), "under the lease of the first");
    assertEquals(1, report.delivery().attempt());
    assertTrue(report.counted());
    assertEquals(DeliveryState.DELIVERED, scene.row(second).state());
  }

  @Test
  void whatHasNoRoomWaitsAndIsSentWhenThereIs() {
    for (int row = 0; row < 4; row++) {
      assertEquals(DeliveryState.SENDING, scene.row(scene.want("t" + row, "a")).state());
    }

    Identity fifth = scene.want("t4", "a");

    assertEquals(DeliveryState.QUEUED, scene.row(fifth).state());
    scene.until("four are under way", () -> scene.hook.mostAtOnce("a") == 4);
    answered.countDown();
    scene.next(5);
    assertEquals(4, scene.hook.mostAtOnce("a"));
    assertEquals(DeliveryState.DELIVERED, scene.row(fifth).state());
  }

  @Test
  void whatIsDueLaterIsSentThenUnderTheSameLease() {
    Identity later = scene.identity("later", "hook", "a");
    scene.want(
        "later",
        List.of(
            new DesiredDelivery(
                later,
                List.of("robot"),
                false,
                Priority.NORMAL,
                scene.clock.instant().plusSeconds(5),
                null)));
    assertEquals(DeliveryState.QUEUED, scene.row(later).state());
    answered.countDown();

    scene.untilNext(Duration.ofSeconds(1), Duration.ofSeconds(10));

    assertEquals(epoch, scene.next().delivery().lane().epoch());
  }

  @Test
  void aLaneThatIsIdleForLongIsGivenBack() {
    scene.until("given back", HeldLanes.ALONE, () -> released.get() > 0);
    // Until the store has it.
    scene.nothingFor(Duration.ofSeconds(1));
    Identity second = scene.want("second", "a");

    answered.countDown();
    assertEquals(epoch + 1, scene.next().delivery().lane().epoch());
    assertEquals(DeliveryState.DELIVERED, scene.row(second).state());
  }

  @Test
  void anAddressThatWasStoppedMeanwhileIsNotCalled() {
    scene.stopped.put("a", "stop");

    Identity second = scene.want("second", "a");

    scene.until("given back", () -> scene.row(second).state() == DeliveryState.QUEUED);
    answered.countDown();
    scene.nothingFor(Duration.ofSeconds(30));
    assertEquals(1, scene.hook.callsTo("a"));
  }
}
