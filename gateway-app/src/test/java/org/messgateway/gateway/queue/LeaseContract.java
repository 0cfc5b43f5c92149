package org.messgateway.gateway.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.messgateway.gateway.queue.Sample.HEALTHY;
import static org.messgateway.gateway.queue.Sample.UNCHANGED;
import static org.messgateway.gateway.queue.Sample.again;
import static org.messgateway.gateway.queue.Sample.delivered;
import static org.messgateway.gateway.queue.Sample.reconcile;
import static org.messgateway.gateway.queue.Sample.thread;
import static org.messgateway.gateway.queue.Sample.wish;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.messgateway.api.FailureReason;

/** Who has a lane, for how long, and how nodes hear that there is one to be had. */
public abstract class LeaseContract extends QueueScene {

  @Test
  void aLaneIsLeasedOnceAndAgainAfterItWasGivenBack() {
    reconcile(queue, "r1", wish("r1", "roomba", "http://a"));
    LaneLease lane = leaseOne();
    assertEquals(LaneState.CLOSED, lane.state());
    assertEquals(List.of(), queue.lease(9));

    queue.release(lane);

    assertEquals(lane.epoch() + 1, leaseOne().epoch());
    assertEquals(List.of(), queue.take(lane, 9), "the old lease is over");
  }

  @Test
  void theLaneThatWaitedLongestIsLeasedFirstAndABusyOneGoesToTheEnd() {
    reconcile(queue, "r1", wish("r1", "roomba", "http://a"));
    reconcile(queue, "r2", wish("r2", "roomba", "http://a"));
    clock.advance(Duration.ofSeconds(1));
    reconcile(queue, "r3", wish("r3", "roomba", "http://b").due(clock.instant()));
    clock.advance(Duration.ofSeconds(1));

    LaneLease first = leaseOne();
    assertEquals("http://a", first.address());
    settle(takeOne(first), delivered(), HEALTHY);
    queue.release(first);

    assertEquals("http://b", leaseOne().address());
  }

  @Test
  void aLeaseThatIsRenewedLastsAndOneThatIsNotIsGivenToTheNext() {
    reconcile(queue, "r1", wish("r1", "roomba", "http://a"));
    LaneLease lane = leaseOne();
    for (int i = 0; i < 10; i++) {
      clock.advance(Duration.ofSeconds(4));
      assertTrue(queue.renew());
    }
    assertEquals(1, queue.take(lane, 1).size());
    queue.reconcile(
        thread("r2"), Set.of(), List.of(wish("r2", "roomba", "http://a").wanted()), Set.of());

    clock.advance(Duration.ofSeconds(15));
    assertEquals(List.of(), queue.take(lane, 1), "expired");
    LaneLease next = leaseOne();

    assertEquals(lane.epoch() + 1, next.epoch());
    assertEquals(List.of(), queue.take(lane, 1));
    queue.release(lane);
    assertEquals(1, queue.take(next, 1).size(), "an old lease cannot give the new one back");
  }

  @Test
  void listenersHearOfWorkAndNotOfWhatChangesNothing() {
    AtomicInteger heard = new AtomicInteger();
    // What a database tells of other nodes comes on a thread of its own, at any time.
    queue.onWork(() -> {
      if (!Thread.currentThread().getName().equals("queue-listener")) {
        heard.incrementAndGet();
      }
    });
    Sample.Wish wish = wish("r1", "roomba", "http://a");
    reconcile(queue, "r1", wish);
    assertEquals(1, heard.get());

    reconcile(queue, "r1", wish);
    assertEquals(1, heard.get());

    LaneLease lane = leaseOne();
    TakenDelivery delivery = takeOne(lane);
    assertEquals(1, heard.get());
    settle(delivery, again(clock.in(Duration.ofMinutes(1)), FailureReason.CONFLICT), UNCHANGED);
    assertEquals(2, heard.get());
    queue.probeNow(null, null);
    assertEquals(3, heard.get());
  }

  @Test
  void nothingIsDueWhenNothingWaits() {
    assertEquals(Optional.empty(), queue.nextDue());
    reconcile(queue, "r1", wish("r1", "roomba", "http://a"));
    assertEquals(Optional.of(clock.instant()), queue.nextDue());
    deliverAll();
    assertEquals(Optional.empty(), queue.nextDue());
    assertEquals(List.of(), queue.lease(9));
  }
}
