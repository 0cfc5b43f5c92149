package org.messgateway.gateway.dispatch;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Rate;
import org.messgateway.gateway.queue.LaneLease;
import org.messgateway.gateway.queue.LaneState;

/**
 * State of a lane that only this process needs, over all its leases: attempts in flight, recent
 * failures, rate. Thread-safe.
 */
final class LaneHealth {

  private final Set<String> failing = new LinkedHashSet<>();
  private @Nullable RateGate rate;
  private @Nullable HeldLane holder;
  private int leases;
  private int running;
  private boolean proven;
  private int hung;
  private long stoppedEpoch = -1;
  private String heldFor = "";

  /** It was leased (1) or given back (-1); a lane may be leased again before it is given back. */
  synchronized void leased(int change) {
    leases += change;
  }

  /** This node has it by that lease, or does not any more. */
  synchronized void heldBy(HeldLane lane, boolean holds) {
    if (holds) {
      holder = lane;
    } else if (holder == lane) {
      holder = null;
    }
  }

  /** The lane that may start an attempt when one of it is over; null where it is not leased. */
  synchronized @Nullable HeldLane holder() {
    return holder;
  }

  /**
   * An attempt has its place, and takes a permit.
   *
   * @param limit the lane's rate, if it has one
   */
  synchronized void started(@Nullable Rate limit, long nowNanos) {
    running++;
    if (limit != null) {
      rate(limit, nowNanos).reserve(nowNanos);
    }
  }

  /** Nanoseconds until the lane's rate has a permit, which this does not take. */
  synchronized long delay(@Nullable Rate limit, long nowNanos) {
    return limit == null ? 0 : rate(limit, nowNanos).delay(nowNanos).toNanos();
  }

  /** The call of the adapter is over; the lane may start its next attempt. */
  synchronized void ended() {
    running--;
  }

  /** A lane gets one attempt at a time until it has answered, and while it is in doubt. */
  synchronized boolean hasRoom(int concurrency) {
    return running < (proven && !inDoubt() ? concurrency : 1);
  }

  synchronized InFlightLimiter.PlaceClass placeClass(LaneLease lease) {
    if (lease.state() != LaneState.CLOSED || lease.probes() > 0 || inDoubt()) {
      return InFlightLimiter.PlaceClass.SUSPECT;
    }
    return running == 0 ? InFlightLimiter.PlaceClass.FIRST : InFlightLimiter.PlaceClass.FURTHER;
  }

  private boolean inDoubt() {
    return !failing.isEmpty() || hung > 0;
  }

  /** Number of different deliveries that failed in a row, this one counted as failed. */
  synchronized int failingWith(String delivery) {
    return failing.contains(delivery) ? failing.size() : failing.size() + 1;
  }

  synchronized void answered() {
    proven = true;
    failing.clear();
  }

  synchronized void failed(String delivery) {
    if (failing.size() < OutcomePolicy.FAILING_LANE) {
      failing.add(delivery);
    }
  }

  /** Ends the leases of this and earlier epochs. */
  synchronized void stop(long epoch) {
    stoppedEpoch = Math.max(stoppedEpoch, epoch);
    proven = false;
  }

  synchronized boolean stopped(long epoch) {
    return epoch <= stoppedEpoch;
  }

  synchronized int hung(int change) {
    hung += change;
    return hung;
  }

  /** Whether the lane is held for another reason than the last time; remembers the reason. */
  synchronized boolean holdChanged(String reason) {
    boolean changed = !heldFor.equals(reason);
    heldFor = reason;
    return changed;
  }

  private RateGate rate(Rate wanted, long nowNanos) {
    RateGate gate = rate;
    if (gate == null || !gate.rate().equals(wanted)) {
      gate = new RateGate(wanted, nowNanos);
      rate = gate;
    }
    return gate;
  }

  /**
   * How long no other node may send on this lane, because it does not know the sends of this one.
   */
  synchronized Duration rest(long nowNanos) {
    return rate == null ? Duration.ZERO : rate.rest(nowNanos);
  }

  /**
   * Whether nothing is lost by forgetting it, except that the lane starts with one attempt again.
   */
  synchronized boolean forgettable(long nowNanos) {
    return leases == 0
        && running == 0
        && failing.isEmpty()
        && hung == 0
        && heldFor.isEmpty()
        && (rate == null || rate.idle(nowNanos));
  }
}
