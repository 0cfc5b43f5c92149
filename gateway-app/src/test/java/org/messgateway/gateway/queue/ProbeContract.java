package org.messgateway.gateway.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.messgateway.gateway.queue.Sample.HEALTHY;
import static org.messgateway.gateway.queue.Sample.UNCHANGED;
import static org.messgateway.gateway.queue.Sample.again;
import static org.messgateway.gateway.queue.Sample.delivered;
import static org.messgateway.gateway.queue.Sample.reconcile;
import static org.messgateway.gateway.queue.Sample.wish;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.messgateway.api.FailureReason;

/** One row finds out whether a lane that waits, or an account, is well again. */
public abstract class ProbeContract extends QueueScene {

  /** One row is tried in vain: the lane waits for five seconds and is given back. */
  private void fails(LaneLease lane) {
    settle(
        takeOne(lane),
        again(clock.instant(), FailureReason.UNREACHABLE),
        Sample.laneWaits(clock, Duration.ofSeconds(5)));
    queue.release(lane);
  }

  @Test
  void anOpenLaneWaitsForItsProbeWhichIsOneRow() {
    for (int i = 0; i < 5; i++) {
      reconcile(queue, "r" + i, wish("r" + i, "roomba", "http://a"));
    }
    LaneLease lane = leaseOne();
    settle(
        takeOne(lane),
        again(clock.instant(), FailureReason.UNREACHABLE),
        Sample.laneWaits(clock, Duration.ofSeconds(5)));
    assertEquals(List.of(), queue.take(lane, 9), "an open lane sends nothing");
    queue.release(lane);
    assertEquals(List.of(), queue.lease(9));
    assertEquals(Optional.of(clock.in(Duration.ofSeconds(5))), queue.nextDue());
    assertEquals(1L, queue.figures().lanes().get(LaneState.OPEN));

    clock.advance(Duration.ofSeconds(5));

    LaneLease probe = leaseOne();
    assertEquals(LaneState.PROBING, probe.state());
    assertEquals(1, probe.probes());
    List<TakenDelivery> deliveries = queue.take(probe, 9);
    assertEquals(1, deliveries.size());
    assertEquals(List.of(), queue.take(probe, 9));

    settle(deliveries.getFirst(), delivered(), HEALTHY);
    assertEquals(4, queue.take(probe, 9).size(), "closed again, everything may go");
  }

  @Test
  void whereThereIsNoRoomForProbesThoseWhoAreWellAreLeasedAlone() {
    for (String sick : List.of("http://a", "http://b")) {
      reconcile(queue, sick, wish(sick, "roomba", sick));
      fails(leaseOne());
      clock.advance(Duration.ofSeconds(1));
    }
    clock.advance(Duration.ofMinutes(1));
    reconcile(queue, "r-well", wish("r-well", "kitchen", "http://well"));
    LeaseBudget wellAlone = LeaseBudget.withoutProbes(9);

    assertFalse(queue.nextDue(wellAlone).orElseThrow().isAfter(clock.instant()));
    assertEquals(List.of("http://well"), addresses(queue.lease(wellAlone)));
    assertEquals(Optional.empty(), queue.nextDue(wellAlone), "it must not spin");
    assertEquals(List.of("http://a"), addresses(queue.lease(new LeaseBudget(9, 1))));
    assertEquals(List.of("http://b"), addresses(queue.lease(new LeaseBudget(9, 9))));
  }

  private static List<String> addresses(List<LaneLease> leased) {
    return leased.stream().map(LaneLease::address).toList();
  }

  @Test
  void aFailedProbeCountsAndItsLaneWaitsOn() {
    reconcile(queue, "r1", wish("r1", "roomba", "http://a"));
    for (int probes = 0; probes < 4; probes++) {
      LaneLease lane = leaseOne();
      assertEquals(probes, lane.probes());
      fails(lane);
      clock.advance(Duration.ofSeconds(5));
    }
  }

  @Test
  void aProbeThatTaughtNothingDoesNotLeaveTheLaneProbing() {
    reconcile(queue, "r1", wish("r1", "roomba", "http://a"));
    fails(leaseOne());
    clock.advance(Duration.ofSeconds(5));

    LaneLease probe = leaseOne();
    settle(takeOne(probe), new Settlement.Returned(), UNCHANGED);
    queue.release(probe);
    LaneLease unused = leaseOne();
    queue.release(unused);
    LaneLease third = leaseOne();
    assertEquals(LaneState.PROBING, third.state());
    settle(takeOne(third), again(clock.instant(), FailureReason.CONFLICT), UNCHANGED);
    queue.release(third);

    assertEquals(List.of(), queue.lease(9));
    assertEquals(Optional.of(clock.in(Duration.ofSeconds(15))), queue.nextDue());
  }

  @Test
  void aProbeThatWasSetAsideLetsTheNextOneProbe() {
    Sample.Wish gone = wish("r1", "roomba", "http://a");
    Sample.Wish there = wish("r2", "roomba", "http://a");
    reconcile(queue, "r1", gone);
    reconcile(queue, "r2", there);
    LaneLease lane = leaseOne();
    settle(
        takeOne(lane),
        again(clock.in(Duration.ofSeconds(5)), FailureReason.UNREACHABLE),
        new BreakerUpdate.LaneWaits(
            clock.in(Duration.ofSeconds(5)), FailureReason.UNREACHABLE, "No."));
    queue.release(lane);
    clock.advance(Duration.ofSeconds(6));
    LaneLease probing = leaseOne();
    TakenDelivery first = takeOne(probing);
    settle(first, new Settlement.SetAside(clock.in(Duration.ofHours(1))), UNCHANGED);
    queue.release(probing);

    TakenDelivery second = takeOne(leaseOne());

    assertNotEquals(first.id(), second.id());
  }

  @Test
  void anAccountsProbeOnADeadLaneLetsAnotherLaneTry() {
    for (int i = 0; i < 2; i++) {
      reconcile(queue, "r" + i, wish("r" + i, "ana" + i, "U" + i).channel("slack"));
    }
    LaneLease first = leaseOne();
    settle(
        takeOne(first),
        again(clock.instant(), FailureReason.CREDENTIAL_REFUSED),
        Sample.accountWaits(clock, Duration.ofSeconds(5)));
    queue.release(first);
    clock.advance(Duration.ofSeconds(5));

    LaneLease probe = leaseOne();
    settle(
        takeOne(probe),
        again(clock.instant(), FailureReason.TIMEOUT),
        Sample.laneWaits(clock, Duration.ofMinutes(1)));
    queue.release(probe);

    LaneLease other = leaseOne();
    assertFalse(other.address().equals(probe.address()));
    assertEquals(LaneState.PROBING, other.state());
  }

  @Test
  void probeNowEndsTheWaitOfWhomItNames() {
    for (String address : List.of("http://a", "http://b")) {
      reconcile(queue, address, wish(address, "roomba", address));
    }
    for (LaneLease lane : queue.lease(9)) {
      settle(
          takeOne(lane),
          again(clock.instant(), FailureReason.UNREACHABLE),
          Sample.laneWaits(clock, Duration.ofMinutes(5)));
      queue.release(lane);
    }
    assertEquals(List.of(), queue.lease(9));

    queue.probeNow("webhook", "http://b");
    assertEquals("http://b", leaseOne().address());
    queue.probeNow("slack", null);
    assertEquals(List.of(), queue.lease(9));
    queue.probeNow(null, null);
    assertEquals("http://a", leaseOne().address());
  }
}
