package org.messgateway.gateway.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.messgateway.gateway.queue.Sample.UNCHANGED;
import static org.messgateway.gateway.queue.Sample.reconcile;
import static org.messgateway.gateway.queue.Sample.wish;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rows that were taken and are handed back without an attempt, for now or set aside. */
public abstract class HandedBackContract extends QueueScene {

  @Test
  void aReturnedRowIsAsIfItHadNeverBeenTaken() {
    Sample.Wish wish = wish("r1", "roomba", "http://a");
    reconcile(queue, "r1", wish);
    LaneLease lane = leaseOne();

    settle(takeOne(lane), new Settlement.Returned(), UNCHANGED);

    assertEquals(DeliveryState.QUEUED, state(wish));
    assertEquals(List.of(), queue.attempts(wish.id()));
    assertEquals(1, takeOne(lane).attempt());
  }

  @Test
  void aRowReturnedForLaterIsNotTakenSooner() {
    Sample.Wish wish = wish("r1", "roomba", "http://a");
    reconcile(queue, "r1", wish);
    LaneLease lane = leaseOne();
    settle(takeOne(lane), new Settlement.Returned(clock.in(Duration.ofSeconds(10))), UNCHANGED);
    assertEquals(List.of(), queue.take(lane, 1));

    clock.advance(Duration.ofSeconds(10));

    assertEquals(1, takeOne(lane).attempt());
  }

  @Test
  void aRowThatWasSetAsideComesForwardWithTheNextReconcileThatWantsIt() {
    Sample.Wish wish = wish("r1", "roomba", "http://a");
    reconcile(queue, "r1", wish);
    LaneLease lane = leaseOne();
    settle(takeOne(lane), new Settlement.SetAside(clock.in(Duration.ofHours(1))), UNCHANGED);
    clock.advance(Duration.ofMinutes(5));
    assertEquals(List.of(), queue.take(lane, 1));

    reconcile(queue, "r1", wish);

    assertEquals(1, takeOne(leaseOne()).attempt());
    assertEquals(List.of(), queue.attempts(wish.id()));
  }

  @Test
  void aRowThatWasSetAsideIsTakenAgainWhenItsTimeHasCome() {
    Sample.Wish wish = wish("r1", "roomba", "http://a");
    reconcile(queue, "r1", wish);
    LaneLease lane = leaseOne();
    settle(takeOne(lane), new Settlement.SetAside(clock.in(Duration.ofSeconds(10))), UNCHANGED);

    clock.advance(Duration.ofSeconds(10));

    assertEquals(1, takeOne(lane).attempt());
  }

  @Test
  void settingAsideKeepsTheRetryTime() {
    Sample.Wish wish = wish("r1", "roomba", "http://a");
    reconcile(queue, "r1", wish);
    LaneLease lane = leaseOne();
    settle(takeOne(lane), new Settlement.Returned(clock.in(Duration.ofMinutes(2))), UNCHANGED);
    queue.release(lane);
    clock.advance(Duration.ofMinutes(2));
    LaneLease next = leaseOne();
    settle(takeOne(next), new Settlement.SetAside(clock.in(Duration.ofHours(1))), UNCHANGED);

    queue.release(next);
    reconcile(queue, "r1", wish);

    assertEquals(1, takeOne(leaseOne()).attempt());
  }
}
