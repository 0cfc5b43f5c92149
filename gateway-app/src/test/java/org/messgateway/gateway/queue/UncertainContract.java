package org.messgateway.gateway.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.messgateway.gateway.queue.Sample.HEALTHY;
import static org.messgateway.gateway.queue.Sample.UNCHANGED;
import static org.messgateway.gateway.queue.Sample.again;
import static org.messgateway.gateway.queue.Sample.delivered;
import static org.messgateway.gateway.queue.Sample.reconcile;
import static org.messgateway.gateway.queue.Sample.uncertain;
import static org.messgateway.gateway.queue.Sample.wish;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.messgateway.api.FailureReason;

/** Attempts of which nobody knows, or learns too late, how they ended. */
public abstract class UncertainContract extends QueueScene {

  @Test
  void anUncertainAttemptIsRememberedFromItsStart() {
    Sample.Wish wish = wish("r1", "roomba", "http://a");
    reconcile(queue, "r1", wish);
    LaneLease lane = leaseOne();
    Instant first = clock.instant();
    settle(takeOne(lane), uncertain(clock.instant()), UNCHANGED);
    clock.advance(Duration.ofSeconds(1));
    TakenDelivery second = takeOne(lane);
    assertEquals(first, second.uncertainSince());

    settle(second, uncertain(clock.instant()), UNCHANGED);

    assertEquals(first, takeOne(lane).uncertainSince());
  }

  @Test
  void aRowWhoseSettlementWasLostIsSentAgainAsUncertain() {
    Sample.Wish wish = wish("r1", "roomba", "http://a");
    reconcile(queue, "r1", wish);
    LaneLease lane = leaseOne();
    Instant taken = clock.instant();
    takeOne(lane);
    queue.release(lane);

    clock.advance(Duration.ofMinutes(5));

    TakenDelivery again = takeOne(leaseOne());
    assertEquals(wish.id(), again.id());
    assertEquals(taken, again.uncertainSince());
    assertEquals(2, again.attempt());
  }

  @Test
  void aRowInFlightWhoseLaneWasGivenBackIsSettledAllTheSame() {
    Sample.Wish wish = wish("r1", "roomba", "http://a");
    reconcile(queue, "r1", wish);
    LaneLease lane = leaseOne();
    TakenDelivery delivery = takeOne(lane);
    queue.release(lane);

    assertTrue(settle(delivery, delivered(), HEALTHY));
    assertEquals(DeliveryState.DELIVERED, state(wish));
  }

  @Test
  void theLateEndOfAnEarlierAttemptDoesNotSettleTheNext() {
    Sample.Wish wish = wish("r1", "roomba", "http://a");
    reconcile(queue, "r1", wish);
    LaneLease lane = leaseOne();
    TakenDelivery hung = takeOne(lane);
    settle(hung, uncertain(clock.instant()), UNCHANGED);
    takeOne(lane);

    assertFalse(settle(hung, delivered(), HEALTHY));
    assertEquals(DeliveryState.SENDING, state(wish));
  }

  @Test
  void aLateReceiptCountsWhileTheRowWasNotSentAgain() {
    Sample.Wish wish = wish("r1", "roomba", "http://a");
    reconcile(queue, "r1", wish);
    LaneLease lane = leaseOne();
    TakenDelivery hung = takeOne(lane);
    settle(hung, uncertain(clock.in(Duration.ofMinutes(1))), UNCHANGED);

    assertFalse(settle(hung, again(clock.instant(), FailureReason.TIMEOUT), UNCHANGED));
    assertTrue(settle(hung, delivered(), HEALTHY));
    assertFalse(settle(hung, delivered(), HEALTHY));

    assertEquals(DeliveryState.DELIVERED, state(wish));
    assertEquals(
        List.of("delivered"), queue.attempts(wish.id()).stream().map(AttemptRow::outcome).toList());
  }

  @Test
  void aLateReceiptCountsEvenWhenTheRowWasWithdrawnMeanwhile() {
    Sample.Wish wish = wish("r1", "roomba", "http://a");
    reconcile(queue, "r1", wish);
    TakenDelivery hung = takeOne(leaseOne());
    settle(hung, uncertain(clock.in(Duration.ofMinutes(1))), UNCHANGED);
    reconcile(queue, "r1");

    assertTrue(settle(hung, delivered(), HEALTHY));
    assertEquals(DeliveryState.DELIVERED, state(wish));
  }
}
