package org.messgateway.gateway.dispatch;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.messgateway.gateway.home.ReportedFailure;
import org.messgateway.gateway.queue.DeliveryQueue;
import org.messgateway.gateway.queue.LaneLease;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Renews this node's leases, repeats releases that failed, and knows when leases can no longer be
 * trusted. Also notices that the machine slept: then the wall clock ran on and elapsed time did
 * not. Source: docs/rules.md#leases.
 */
final class LeaseKeeper {

  private static final Logger LOG = LoggerFactory.getLogger(LeaseKeeper.class);
  private static final Duration SLEPT = Duration.ofSeconds(30);

  /** Pause after a renewal that took so long that leases may have ended meanwhile. */
  private static final Duration RENEW_AGAIN = Duration.ofMillis(50);

  private final DeliveryQueue queue;
  private final Timers timers;
  private final InstantSource machine;
  private final DispatchSettings settings;
  private final Runnable lost;
  private final Runnable slept;
  // Bounded by the lanes that may be leased at once.
  private final Queue<Unreleased> unreleased = new ConcurrentLinkedQueue<>();
  private volatile Moment renewed;

  private record Unreleased(LaneLease lane, Duration rest) {}

  /** The same moment by both clocks. */
  private record Moment(long nanos, Instant instant) {}

  /**
   * @param machine this machine's wall clock, which runs on while the machine sleeps
   * @param lost called when some leases were lost
   * @param slept called when the machine slept
   */
  LeaseKeeper(
      DeliveryQueue queue,
      Timers timers,
      InstantSource machine,
      DispatchSettings settings,
      Runnable lost,
      Runnable slept) {
    this.queue = queue;
    this.timers = timers;
    this.machine = machine;
    this.settings = settings;
    this.lost = lost;
    this.slept = slept;
    this.renewed = now();
  }

  private Moment now() {
    return new Moment(timers.nanos(), machine.instant());
  }

  /** One step of the loop; returns the time until the next. */
  Duration keep() {
    Moment before = now();
    boolean machineSlept = gap(before).compareTo(SLEPT) > 0;
    boolean all = queue.renew();
    boolean trusted = mayStart();
    renewed = before;
    if (!all) {
      LOG.warn(
          "Some leases were lost: this process was held up for too long. What was in flight on"
              + " those lanes may be sent twice.");
      lost.run();
    } else if (!trusted) {
      LOG.info("Leases are renewed again; sending goes on.");
    }
    if (machineSlept) {
      LOG.info(
          "The clock went ahead by {} s beside the process: the machine slept. All lanes are tried"
              + " again.",
          gap(before).toSeconds());
      slept.run();
    }
    retryReleases();
    return mayStart() ? settings.renewEvery() : RENEW_AGAIN;
  }

  /** How far the clock went ahead of elapsed time since the last renewal. */
  private Duration gap(Moment at) {
    Moment last = renewed;
    return Duration.between(last.instant(), at.instant()).minusNanos(at.nanos() - last.nanos());
  }

  /** Whether leases can be trusted: by both clocks, since elapsed time stands still in a sleep. */
  boolean mayStart() {
    Moment last = renewed;
    Duration limit = settings.renewLimit();
    return timers.nanos() - last.nanos() < limit.toNanos()
        && Duration.between(last.instant(), machine.instant()).compareTo(limit) < 0;
  }

  /**
   * Gives a lane back, now or as soon as the store works again.
   *
   * @param rest how long no other node may lease the lane, for its rate
   */
  void release(LaneLease lane, Duration rest) {
    try {
      queue.release(lane, rest);
    } catch (RuntimeException e) {
      LOG.atLevel(ReportedFailure.level(e, Level.WARN))
          .setCause(e)
          .log(
              "Lane {} of {} could not be given back; tried again in a while.",
              lane.lane(),
              lane.channel());
      unreleased.add(new Unreleased(lane, rest));
    }
  }

  /** The same for lanes without a rate, together. */
  void release(List<LaneLease> lanes) {
    try {
      queue.release(lanes);
    } catch (RuntimeException e) {
      LOG.atLevel(ReportedFailure.level(e, Level.WARN))
          .setCause(e)
          .log("{} lanes could not be given back; tried again in a while.", lanes.size());
      lanes.forEach(lane -> unreleased.add(new Unreleased(lane, Duration.ZERO)));
    }
  }

  private void retryReleases() {
    for (Unreleased one = unreleased.peek(); one != null; one = unreleased.peek()) {
      queue.release(one.lane(), one.rest());
      unreleased.remove();
    }
  }
}
