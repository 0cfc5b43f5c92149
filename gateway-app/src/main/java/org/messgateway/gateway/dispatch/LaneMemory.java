package org.messgateway.gateway.dispatch;

import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Rate;
import org.messgateway.gateway.queue.LaneLease;
import org.messgateway.gateway.queue.LaneState;

/**
 * What this process knows of a lane beyond its row, over all leases of it: what is in flight, how
 * it went lately, when it sent last.
 */
final class LaneMemory {

  private final Set<Attempt> running = new HashSet<>();
  private final Set<String> failing = new LinkedHashSet<>();
  private @Nullable RateGate rate;
  private @Nullable Signal run;
  private boolean proven;
  private int hung;
  private long stoppedEpoch = -1;
  private String heldFor = "";

  /** The run that now has the lane wants to hear when an attempt ends. */
  synchronized void tell(@Nullable Signal signal) {
    run = signal;
  }

  synchronized void started(Attempt attempt) {
    running.add(attempt);
  }

  /** Its call of the adapter is over; the lane may send the next. */
  synchronized void ended(Attempt attempt) {
    running.remove(attempt);
    wake();
  }

  private void wake() {
    if (run != null) {
      run.raise();
    }
  }

  /** Until it was seen to answer, and while it is in doubt, a lane gets one attempt at a time. */
  synchronized boolean hasRoom(int concurrency) {
    return running.size() < (proven && !inDoubt() ? concurrency : 1);
  }

  synchronized InFlight.Standing standing(LaneLease lease) {
    if (lease.state() != LaneState.CLOSED || lease.probes() > 0 || inDoubt()) {
      return InFlight.Standing.SUSPECT;
    }
    return running.isEmpty() ? InFlight.Standing.FIRST : InFlight.Standing.FURTHER;
  }

  private boolean inDoubt() {
    return !failing.isEmpty() || hung > 0;
  }

  /** Different deliveries that failed in a row if this one does too. */
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

  /** Stops what was leased under this epoch. */
  synchronized void stop(long epoch) {
    stoppedEpoch = Math.max(stoppedEpoch, epoch);
    proven = false;
    wake();
  }

  synchronized boolean stopped(long epoch) {
    return epoch <= stoppedEpoch;
  }

  synchronized int hung(int change) {
    hung += change;
    return hung;
  }

  /** Whether this is another reason to hold the lane than the last time: then it is logged. */
  synchronized boolean heldAnew(String reason) {
    boolean anew = !heldFor.equals(reason);
    heldFor = reason;
    return anew;
  }

  synchronized RateGate rate(Rate wanted, long nowNanos) {
    RateGate gate = rate;
    if (gate == null || !gate.rate().equals(wanted)) {
      gate = new RateGate(wanted, nowNanos);
      rate = gate;
    }
    return gate;
  }

  /** How long another node may not send on this lane, which knows nothing of what was sent here. */
  synchronized Duration rest(long nowNanos) {
    return rate == null ? Duration.ZERO : rate.rest(nowNanos);
  }

  /** Whether forgetting it would change nothing but that the lane has to prove itself again. */
  synchronized boolean forgettable(long nowNanos) {
    return run == null
        && running.isEmpty()
        && failing.isEmpty()
        && hung == 0
        && heldFor.isEmpty()
        && (rate == null || rate.idle(nowNanos));
  }
}
