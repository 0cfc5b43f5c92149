package org.messgateway.gateway.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.messgateway.gateway.queue.Sample.HEALTHY;
import static org.messgateway.gateway.queue.Sample.UNCHANGED;
import static org.messgateway.gateway.queue.Sample.again;
import static org.messgateway.gateway.queue.Sample.delivered;
import static org.messgateway.gateway.queue.Sample.reconcile;
import static org.messgateway.gateway.queue.Sample.wish;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.messgateway.api.FailureReason;

/** What makes a lane wait, or all lanes of an account. */
public abstract class BreakerUpdateContract extends QueueScene {

  @Test
  void threeDifferentDeliveriesFailingInARowOpenTheLane() {
    for (int i = 0; i < 4; i++) {
      reconcile(queue, "r" + i, wish("r" + i, "roomba", "http://a"));
    }
    LaneLease lane = leaseOne();
    TakenDelivery first = takeOne(lane);
    settle(first, again(clock.instant(), FailureReason.SERVER_ERROR), UNCHANGED);
    TakenDelivery sameAgain = takeOne(lane);
    assertEquals(first.id(), sameAgain.id());
    settle(sameAgain, again(clock.in(Duration.ofHours(1)), FailureReason.SERVER_ERROR), UNCHANGED);
    settle(
        takeOne(lane), again(clock.in(Duration.ofHours(1)), FailureReason.SERVER_ERROR), UNCHANGED);
    TakenDelivery third = takeOne(lane);
    settle(third, again(clock.in(Duration.ofHours(1)), FailureReason.SERVER_ERROR), UNCHANGED);

    assertEquals(List.of(), queue.take(lane, 9));
    DeliveryRow row = queue.find(DeliveryFilter.ALL, 1).getFirst();
    assertEquals(LaneState.OPEN, row.laneState());
    assertEquals(clock.in(Duration.ofSeconds(5)), row.laneDue());
  }

  @Test
  void aSuccessBetweenFailuresStartsTheCountAnew() {
    for (int i = 0; i < 6; i++) {
      reconcile(queue, "r" + i, wish("r" + i, "roomba", "http://a"));
    }
    LaneLease lane = leaseOne();
    Instant later = clock.in(Duration.ofHours(1));
    for (int i = 0; i < 5; i++) {
      Settlement settlement = i == 2 ? delivered() : again(later, FailureReason.SERVER_ERROR);
      settle(takeOne(lane), settlement, i == 2 ? HEALTHY : UNCHANGED);
    }

    assertEquals(1, queue.take(lane, 9).size());
  }

  @Test
  void attemptsThatFailTogetherAreOneFailedProbe() {
    for (int i = 0; i < 4; i++) {
      reconcile(queue, "r" + i, wish("r" + i, "roomba", "http://a"));
    }
    LaneLease lane = leaseOne();
    for (TakenDelivery delivery : queue.take(lane, 4)) {
      settle(
          delivery,
          again(clock.instant(), FailureReason.TIMEOUT),
          Sample.laneWaits(clock, Duration.ofSeconds(5)));
    }
    queue.release(lane);
    clock.advance(Duration.ofSeconds(5));

    assertEquals(1, leaseOne().probes());
  }

  @Test
  void aRefusedCredentialStopsAllLanesOfItsChannelAndOneProbes() {
    for (int i = 0; i < 3; i++) {
      reconcile(queue, "r" + i, wish("r" + i, "ana" + i, "U" + i).channel("slack"));
    }
    reconcile(queue, "w", wish("w", "roomba", "http://a"));
    List<LaneLease> leases = queue.lease(9);
    assertEquals(4, leases.size());
    LaneLease first =
        leases.stream().filter(l -> l.channel().equals("slack")).findFirst().orElseThrow();
    settle(
        takeOne(first),
        again(clock.instant(), FailureReason.CREDENTIAL_REFUSED),
        Sample.accountWaits(clock, Duration.ofSeconds(5)));
    for (LaneLease lane : leases) {
      assertEquals(lane.channel().equals("slack") ? 0 : 1, queue.take(lane, 9).size());
      queue.release(lane);
    }
    assertEquals(List.of(), queue.lease(9));
    assertEquals(Optional.of(clock.in(Duration.ofSeconds(5))), queue.nextDue());
    DeliveryRow waiting =
        queue.find(new DeliveryFilter(null, "ana2", null, Set.of()), 1).getFirst();
    assertEquals(LaneState.OPEN, waiting.laneState());
    assertEquals(clock.in(Duration.ofSeconds(5)), waiting.laneDue());

    clock.advance(Duration.ofSeconds(5));
    List<LaneLease> probes = queue.lease(9);
    assertEquals(1, probes.size());
    assertEquals(LaneState.PROBING, probes.getFirst().state());
    assertEquals(1, probes.getFirst().probes());
    assertEquals(List.of(), queue.lease(9));
    settle(takeOne(probes.getFirst()), delivered(), HEALTHY);

    assertEquals(2, queue.lease(9).size());
  }
}
