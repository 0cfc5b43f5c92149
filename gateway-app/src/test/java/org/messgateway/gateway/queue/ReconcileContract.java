package org.messgateway.gateway.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.messgateway.gateway.queue.Sample.HEALTHY;
import static org.messgateway.gateway.queue.Sample.UNCHANGED;
import static org.messgateway.gateway.queue.Sample.again;
import static org.messgateway.gateway.queue.Sample.delivered;
import static org.messgateway.gateway.queue.Sample.reconcile;
import static org.messgateway.gateway.queue.Sample.thread;
import static org.messgateway.gateway.queue.Sample.wish;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.messgateway.api.FailureReason;
import org.messgateway.api.NotificationKind;
import org.messgateway.api.mess.Priority;

/** Rows follow what is wanted: one each, as it is wanted now, and none for what is not. */
public abstract class ReconcileContract extends QueueScene {

  @Test
  void whatIsWantedIsQueuedOnce() {
    Sample.Wish wish = wish("r1", "roomba", "http://a");

    assertEquals(new ReconcileResult(1, 0), reconcile(queue, "r1", wish));
    assertEquals(new ReconcileResult(0, 0), reconcile(queue, "r1", wish));

    DeliveryRow row = row(wish);
    assertEquals(DeliveryState.QUEUED, row.state());
    assertEquals(wish.identity(), row.identity());
    assertEquals(clock.instant(), row.created());
    assertEquals(LaneState.CLOSED, row.laneState());
    assertNull(row.laneDue());
  }

  @Test
  void theSameWishTwiceInOneReconcileIsOneRow() {
    Sample.Wish wish = wish("r1", "roomba", "http://a");

    assertEquals(new ReconcileResult(1, 0), reconcile(queue, "r1", wish, wish));
  }

  @Test
  void manyReconcilesFromOneCallerAreAllDone() {
    List<ReconcileRequest> wishes =
        IntStream.range(0, 1000)
            .mapToObj(i ->
                new ReconcileRequest(
                    thread("r" + i),
                    Set.of(),
                    List.of(wish("r" + i, "roomba", "http://" + i % 7).wanted()),
                    Set.of()))
            .toList();

    assertEquals(Collections.nCopies(1000, new ReconcileResult(1, 0)), queue.reconcileAll(wishes));
    assertEquals(1000L, queue.figures().deliveries().get(DeliveryState.QUEUED));
    assertEquals(7L, queue.figures().lanes().get(LaneState.CLOSED));
  }

  @Test
  void whatIsNotWantedAnyMoreIsWithdrawnAndQueuedAgainWhenItIsWantedAgain() {
    Sample.Wish wish = wish("r1", "roomba", "http://a");
    reconcile(queue, "r1", wish);

    assertEquals(new ReconcileResult(0, 1), reconcile(queue, "r1"));
    assertEquals(DeliveryState.WITHDRAWN, state(wish));
    assertEquals(
        List.of(), queue.lease(9).stream().flatMap(l -> queue.take(l, 9).stream()).toList());

    assertEquals(new ReconcileResult(1, 0), reconcile(queue, "r1", wish));
    assertEquals(DeliveryState.QUEUED, state(wish));
    assertNull(row(wish).settledAt());
  }

  @Test
  void wantedAgainStartsTheScheduleAnewAndKeepsTheAttempts() {
    Sample.Wish wish = wish("r1", "roomba", "http://a");
    reconcile(queue, "r1", wish);
    LaneLease lane = leaseOne();
    settle(
        takeOne(lane), again(clock.in(Duration.ofHours(1)), FailureReason.SERVER_ERROR), UNCHANGED);
    assertEquals(1, row(wish).attempts());
    reconcile(queue, "r1");
    reconcile(queue, "r1", wish);

    TakenDelivery delivery = takeOne(lane);
    assertEquals(0, delivery.spent());
    assertEquals(2, delivery.attempt());
    assertEquals(1, queue.attempts(wish.id()).size());
  }

  @Test
  void anUnsentRowFollowsItsWish() {
    Sample.Wish wish = wish("r1", "roomba", "http://a");
    reconcile(queue, "r1", wish);
    Instant later = clock.in(Duration.ofHours(2));
    Instant end = clock.in(Duration.ofHours(5));

    reconcile(queue, "r1", wish.due(later).priority(Priority.URGENT).deadline(end));

    assertEquals(later, row(wish).due());
    assertEquals(Priority.URGENT, row(wish).priority());
    assertEquals(end, row(wish).deadline());
    assertEquals(
        List.of(), queue.lease(1).stream().flatMap(l -> queue.take(l, 1).stream()).toList());
  }

  @Test
  void aWishDoesNotShortenTheWaitOfTheSchedule() {
    Sample.Wish wish = wish("r1", "roomba", "http://a");
    reconcile(queue, "r1", wish);
    Instant retry = clock.in(Duration.ofMinutes(10));
    settle(takeOne(leaseOne()), again(retry, FailureReason.SERVER_ERROR), UNCHANGED);

    reconcile(queue, "r1", wish.priority(Priority.URGENT));

    assertEquals(retry, row(wish).due());
  }

  @Test
  void aRequestWhoseDeadlinePassedWhileItsLaneWasOffExpiresAndHistorySaysSo() {
    Sample.Wish late = wish("r1", "roomba", "http://a").deadline(clock.in(Duration.ofMinutes(1)));
    Sample.Wish reminder = late.kind(NotificationKind.REMINDER);
    Sample.Wish early = wish("r2", "roomba", "http://a").deadline(clock.in(Duration.ofHours(1)));
    reconcile(queue, "r1", late, reminder);
    reconcile(queue, "r2", early);
    clock.advance(Duration.ofMinutes(1));
    reconcile(queue, "r1");
    reconcile(queue, "r2");
    assertEquals(DeliveryState.EXPIRED, state(late));
    assertEquals(DeliveryState.WITHDRAWN, state(reminder));
    assertEquals(DeliveryState.WITHDRAWN, state(early));
    assertEquals(
        List.of(late.id()),
        queue.pendingHistory(Sample.EXCHANGE, 10).stream()
            .flatMap(thread -> thread.deliveries().stream())
            .map(SettledDelivery::id)
            .toList());
  }

  @Test
  void aRowInFlightThatNobodyWantsAnyMoreIsWithdrawnWhenItComesBack() {
    Sample.Wish wish = wish("r1", "roomba", "http://a");
    reconcile(queue, "r1", wish);
    TakenDelivery delivery = takeOne(leaseOne());

    assertEquals(new ReconcileResult(0, 0), reconcile(queue, "r1"));
    assertEquals(DeliveryState.SENDING, state(wish));
    assertTrue(settle(delivery, again(clock.instant(), FailureReason.TIMEOUT), UNCHANGED));

    assertEquals(DeliveryState.WITHDRAWN, state(wish));
  }

  @Test
  void aRowInFlightThatNobodyWantsAnyMoreStaysDeliveredWhenItWas() {
    Sample.Wish wish = wish("r1", "roomba", "http://a");
    reconcile(queue, "r1", wish);
    TakenDelivery delivery = takeOne(leaseOne());
    reconcile(queue, "r1");

    settle(delivery, delivered(), HEALTHY);

    assertEquals(DeliveryState.DELIVERED, state(wish));
  }

  @Test
  void aRowInFlightThatIsWantedAgainInTimeIsQueuedAgain() {
    Sample.Wish wish = wish("r1", "roomba", "http://a");
    reconcile(queue, "r1", wish);
    TakenDelivery delivery = takeOne(leaseOne());
    reconcile(queue, "r1");
    reconcile(queue, "r1", wish);

    settle(delivery, new Settlement.Returned(), UNCHANGED);

    assertEquals(DeliveryState.QUEUED, state(wish));
  }

  @Test
  void aClosedQueueSaysSo() {
    queue.close();

    QueueException closed = assertThrows(QueueException.class, () -> reconcile(queue, "r1"));

    assertEquals(QueueException.StoreFailure.CLOSED, closed.trouble());
  }
}
