package org.messgateway.gateway.dispatch;

import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.ChannelLimits;
import org.messgateway.gateway.queue.LaneLease;
import org.messgateway.gateway.queue.LaneState;

/**
 * A lane from its lease to its release. While it has rows that wait, a {@link LaneWorker} sends
 * them. Without any it rests: it stays leased, and its new rows are sent at once, each with a place
 * in flight that was reserved before the row was inserted. Thread-safe.
 */
final class KeptLane {

  private final LaneLease lease;
  private final LaneHealth memory;
  private final ChannelHealth account;
  private final DispatchContext context;
  private final long leasedNanos;
  private @Nullable LaneWorker worker;
  private boolean over;
  private volatile long usedNanos;

  KeptLane(LaneLease lease, DispatchContext context) {
    this.lease = lease;
    this.context = context;
    this.memory = context.health().open(lease.lane());
    this.account = context.health().channel(lease.channel());
    this.leasedNanos = context.timers().nanos();
    this.usedNanos = leasedNanos;
  }

  /** A place for one row of this lane, which is inserted as {@code sending}. */
  record ReservedPlace(KeptLane lane, Channel channel, InFlightLimiter.Place place) {

    /** The row was not inserted. */
    void undo() {
      lane.memory.ended();
      place.close();
    }
  }

  LaneLease lease() {
    return lease;
  }

  LaneHealth memory() {
    return memory;
  }

  ChannelHealth account() {
    return account;
  }

  /** Whether the lane, or its account, was stopped under this lease. */
  boolean failed() {
    return memory.stopped(lease.epoch()) || account.failedSince(leasedNanos);
  }

  private boolean unwell() {
    return failed()
        || memory.hung(0) >= LaneHolds.HUNG_ON_LANE
        || account.hung(0) >= LaneHolds.HUNG_ON_CHANNEL;
  }

  /** Whether it may stay leased without rows: a probe ends with its lease, and so does a rate. */
  boolean mayRest() {
    return lease.state() == LaneState.CLOSED
        && lease.probes() == 0
        && !unwell()
        && context.channels().channel(lease.channel()).filter(KeptLane::plain).isPresent();
  }

  private static boolean plain(Channel channel) {
    return !BatchSizer.limited(channel.limits()) && channel.hold().isEmpty();
  }

  /** A worker has it from now on. */
  synchronized void work(LaneWorker starting) {
    worker = starting;
  }

  /**
   * Its worker found no further row.
   *
   * @return false when rows were queued since the worker looked
   */
  synchronized boolean rest() {
    LaneWorker resting = worker;
    if (resting != null && resting.hasQueued()) {
      return false;
    }
    worker = null;
    usedNanos = context.timers().nanos();
    return true;
  }

  /**
   * Rows that are due were queued.
   *
   * @param starting makes a worker for a lane that rests; null stays for one that is given back
   * @return a worker that is to be started; null where there is one, or none is needed
   */
  synchronized @Nullable LaneWorker queued(Function<KeptLane, LaneWorker> starting) {
    LaneWorker working = worker;
    if (working != null) {
      working.queued();
      return null;
    }
    if (over) {
      return null;
    }
    LaneWorker started = starting.apply(this);
    worker = started;
    return started;
  }

  /** Reserves a place for a row that is inserted next; null to queue it. */
  synchronized @Nullable ReservedPlace admit() {
    if (worker != null || over || unwell()) {
      return null;
    }
    Optional<Channel> channel = context.channels().channel(lease.channel());
    if (channel.isEmpty() || !plain(channel.get())) {
      return null;
    }
    ChannelLimits limits = channel.get().limits();
    InFlightLimiter.PlaceClass placeClass = memory.placeClass(lease);
    if (placeClass == InFlightLimiter.PlaceClass.SUSPECT || !memory.hasRoom(limits.concurrency())) {
      return null;
    }
    InFlightLimiter.Place place = context.inFlight().tryEnter(placeClass);
    if (place == null) {
      return null;
    }
    memory.started();
    usedNanos = context.timers().nanos();
    return new ReservedPlace(this, channel.get(), place);
  }

  synchronized boolean resting() {
    return worker == null && !over;
  }

  /** When a row of it was sent last, or its last worker ended. */
  long usedNanos() {
    return usedNanos;
  }

  /** Ends its rest, because it is given back; false when it does not rest. */
  synchronized boolean giveUp() {
    boolean resting = resting();
    over |= resting;
    return resting;
  }
}
