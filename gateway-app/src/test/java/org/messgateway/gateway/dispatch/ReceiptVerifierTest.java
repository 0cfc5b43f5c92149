package org.messgateway.gateway.dispatch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.api.FailureReason;
import org.messgateway.api.ReceiptStatusLookup;
import org.messgateway.api.ReceiptStatusLookup.ReceiptStatus;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.Identity;
import org.messgateway.gateway.queue.QueueException;
import org.messgateway.gateway.queue.QueueException.StoreFailure;

class ReceiptVerifierTest {

  @TempDir Path folder;
  private DispatchScene scene;
  private final List<Long> asked = new CopyOnWriteArrayList<>();
  private final AtomicReference<ReceiptStatus> receiptStatus =
      new AtomicReference<>(new ReceiptStatus.Pending());
  private final AtomicBoolean diskFull = new AtomicBoolean();

  @BeforeEach
  void open() {
    scene = new DispatchScene(folder);
    scene.around = queue -> Wrapped.around(queue, "correct", this::needsRoom);
    scene.hook.can(
        ReceiptStatusLookup.class,
        _ -> {
          asked.add(Duration.ofNanos(scene.time.nanos()).toSeconds());
          return receiptStatus.get();
        });
    scene.start();
  }

  @AfterEach
  void close() {
    scene.close();
  }

  private void needsRoom() {
    if (diskFull.get()) {
      throw new QueueException(StoreFailure.FULL, "no space left", null);
    }
  }

  private void pass(Duration duration) {
    scene.nothingFor(duration);
  }

  @Test
  void aReceiptIsAskedAboutThreeTimesAndThenBelieved() {
    Identity identity = scene.want("t1", "a");
    scene.next();
    pass(Duration.ofMinutes(11));
    assertEquals(3, asked.size());
    assertEquals(DeliveryState.DELIVERED, scene.row(identity).state());
  }

  @Test
  void aConfirmedOneIsNotAskedAboutAgain() {
    receiptStatus.set(new ReceiptStatus.Arrived());
    scene.want("t1", "a");
    scene.next();
    pass(Duration.ofMinutes(11));
    assertEquals(1, asked.size());
  }

  @Test
  void oneThatDidNotArriveCountsAsNotTold() {
    receiptStatus.set(
        new ReceiptStatus.NotArrived(FailureReason.INVALID_ADDRESS, "No such number."));
    Identity identity = scene.want("t1", "a");
    scene.next();
    pass(Duration.ofMinutes(1));
    scene.until("corrected", () -> scene.row(identity).state() == DeliveryState.REJECTED);
    scene.until(
        "told",
        () ->
            scene.events.equals(
                List.of("t1 delivered", "t1 corrected invalid_address", "t1 rejected")));
    assertEquals(
        FailureReason.INVALID_ADDRESS, scene.queue.attempts(identity.id()).getLast().reason());
  }

  @Test
  void oneThatFailedForAReasonThatMayPassIsDeadAndCanBeReplayed() {
    receiptStatus.set(
        new ReceiptStatus.NotArrived(FailureReason.UNAVAILABLE, "The carrier is down."));
    Identity identity = scene.want("t1", "a");
    scene.next();
    pass(Duration.ofMinutes(1));
    scene.until("corrected", () -> scene.row(identity).state() == DeliveryState.DEAD);
    assertEquals(1, scene.queue.replay(List.of(identity.id())));
    assertEquals("delivered", scene.next().outcome());
  }

  @Test
  void oneThatProvedWrongIsStoredAsSoonAsTheStoreWorksAgain() {
    receiptStatus.set(
        new ReceiptStatus.NotArrived(FailureReason.INVALID_ADDRESS, "No such number."));
    diskFull.set(true);
    Identity identity = scene.want("t1", "a");
    scene.next();
    pass(Duration.ofMinutes(30));
    assertEquals(DeliveryState.DELIVERED, scene.row(identity).state());
    assertEquals(1, asked.size(), "the answer is known");
    receiptStatus.set(new ReceiptStatus.Pending());
    diskFull.set(false);
    pass(Duration.ofMinutes(1));
    scene.until("corrected", () -> scene.row(identity).state() == DeliveryState.REJECTED);
    scene.until(
        "told",
        () ->
            scene.events.equals(
                List.of("t1 delivered", "t1 corrected invalid_address", "t1 rejected")));
    pass(Duration.ofMinutes(2));
    assertEquals(3, scene.events.size(), "only once");
  }

  @Test
  void whatWasToBeAskedIsTakenUpAfterARestart() {
    scene.want("t1", "a");
    scene.next();
    scene.until("settled", () -> scene.dispatcher().lanes() == 0);
    scene.stop();
    scene.reopen();
    receiptStatus.set(new ReceiptStatus.NotArrived(FailureReason.RECIPIENT_REFUSES, "Opted out."));
    scene.start();
    pass(Duration.ofMinutes(1));
    scene.until("corrected", () -> scene.count(DeliveryState.REJECTED) == 1);
  }

  @Test
  void anAbilityThatFailsIsAskedAgainLater() {
    scene.hook.can(
        ReceiptStatusLookup.class,
        _ -> {
          asked.add(0L);
          throw new IllegalStateException("secret");
        });
    scene.want("t1", "a");
    scene.next();
    pass(Duration.ofMinutes(11));
    assertEquals(3, asked.size());
  }
}
