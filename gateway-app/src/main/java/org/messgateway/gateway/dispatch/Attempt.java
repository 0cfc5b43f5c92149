package org.messgateway.gateway.dispatch;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Outcome;
import org.messgateway.api.Outcome.Reach;
import org.messgateway.gateway.dispatch.DeliverySender.AttemptResult;
import org.messgateway.gateway.dispatch.DeliverySender.AttemptResult.AdapterResult;
import org.messgateway.gateway.dispatch.OutcomePolicy.OutcomeVerdict;
import org.messgateway.gateway.dispatch.WorkerThreads.Work;
import org.messgateway.gateway.queue.BreakerUpdate;
import org.messgateway.gateway.queue.TakenDelivery;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One attempt of a delivery, on a thread of {@link WorkerThreads}, with a time limit that holds
 * against an adapter that ignores interruption. At the limit (15 s) the thread is interrupted.
 * After the grace (0.5 s) another thread settles the attempt as uncertain. The place in flight
 * stays taken until the settlement is durable, and where the thread hangs until that ends. Source:
 * docs/rules.md#uncertain.
 */
final class Attempt implements WorkerThreads.Work {

  private static final Logger LOG = LoggerFactory.getLogger(Attempt.class);

  private enum Limit {
    NONE,
    ATTEMPT,
    GRACE
  }

  private final TakenDelivery delivery;
  private final Channel channel;
  private final LaneHealth lane;
  private final ChannelHealth account;
  private final InFlightLimiter.Place place;
  private final DispatchContext dispatch;
  private final Instant startedAt;
  private final long startedNanos;
  private final InterruptGuard guard = new InterruptGuard();
  private final AtomicBoolean onLane = new AtomicBoolean(true);
  private volatile boolean settled;

  /** Whether its thread hangs while it is settled. */
  private volatile boolean hangs;

  // Under the monitor.
  private Limit limit = Limit.NONE;
  private long limitNanos;

  Attempt(
      TakenDelivery delivery,
      Channel channel,
      LaneHealth lane,
      ChannelHealth account,
      InFlightLimiter.Place place,
      DispatchContext dispatch) {
    this.delivery = delivery;
    this.channel = channel;
    this.lane = lane;
    this.account = account;
    this.place = place;
    this.dispatch = dispatch;
    this.startedAt = dispatch.clock().instant();
    this.startedNanos = dispatch.timers().nanos();
  }

  TakenDelivery delivery() {
    return delivery;
  }

  Channel channel() {
    return channel;
  }

  /** When it began, by the monotonic clock. */
  long startedNanos() {
    return startedNanos;
  }

  LaneHealth lane() {
    return lane;
  }

  ChannelHealth account() {
    return account;
  }

  Instant startedAt() {
    return startedAt;
  }

  /** Makes the attempt; then this sender makes the next one of the lane, if there is one. */
  @Override
  public @Nullable Work run() {
    boolean settling = false;
    try {
      settling = mayStart() && send();
    } finally {
      if (!settling) {
        over(true);
      }
    }
    HeldLane holder = lane.holder();
    return holder == null ? null : dispatch.threads().share(holder.next());
  }

  /** Whether the lane is not held; otherwise the row goes back. */
  private boolean mayStart() {
    Optional<BreakerUpdate> hold =
        dispatch.holds().why(delivery.lane(), dispatch.channels(), lane, account);
    if (hold.isPresent()) {
      lane.stop(delivery.lane().epoch());
    }
    boolean starts =
        hold.isEmpty() && !dispatch.inFlight().closed() && dispatch.keeper().mayStart();
    if (!starts) {
      dispatch.settler().giveBack(delivery, hold.orElseGet(BreakerUpdate.Unchanged::new));
    }
    return starts;
  }

  /** Whether its settlement is under way; false when another thread has settled it. */
  private boolean send() {
    guard.enter();
    AttemptResult attemptResult = dispatch.sender().send(this);
    limit(Limit.NONE, 0);
    if (guard.leave()) {
      conclude(attemptResult);
      return true;
    }
    endedLate(attemptResult);
    return false;
  }

  private void conclude(AttemptResult attemptResult) {
    OutcomeVerdict verdict = dispatch.outcomeHandler().judge(this, attemptResult, guard.halted());
    // The lane may start its next attempt while this one is settled.
    leaveLane();
    settle(verdict, attemptResult);
  }

  private void settle(OutcomeVerdict verdict, AttemptResult attemptResult) {
    Duration took = Duration.ofNanos(dispatch.timers().nanos() - startedNanos);
    boolean resent = attemptResult instanceof AdapterResult tried && tried.resent();
    dispatch.settler().settle(this, took, verdict, resent);
  }

  /**
   * It is settled: the place is free, unless its thread hangs.
   *
   * @return the lane that may have more to do now; null without one
   */
  @Nullable HeldLane over() {
    over(!hangs);
    return lane.holder();
  }

  /** The adapter returned after the attempt was settled without it. */
  private void endedLate(AttemptResult attemptResult) {
    dispatch.outcomeHandler().hangEnded(this, lane.hung(-1), account.hung(-1));
    if (attemptResult instanceof AdapterResult(Outcome.Delivered delivered, _, _)) {
      dispatch.settler().late(delivery, startedAt, delivered);
    }
  }

  /** At stop: interrupts the attempt; after the grace it is settled without its thread. */
  void stop() {
    halt(InterruptGuard.Halt.STOP);
  }

  private void halt(InterruptGuard.Halt why) {
    guard.halt(why);
    limit(Limit.GRACE, dispatch.timers().nanos() + dispatch.settings().grace().toNanos());
  }

  private synchronized void limit(Limit next, long atNanos) {
    limit = next;
    limitNanos = atNanos;
  }

  /**
   * Does what is due by its limits. On the timers' thread, which must not block.
   *
   * @return nanoseconds until the next limit; the largest number without one
   */
  long look(long nowNanos) {
    Limit reached;
    synchronized (this) {
      long left = limit == Limit.NONE ? Long.MAX_VALUE : limitNanos - nowNanos;
      if (left > 0) {
        return left;
      }
      reached = limit;
      limit = Limit.NONE;
    }
    switch (reached) {
      case ATTEMPT -> halt(InterruptGuard.Halt.DEADLINE);
      case GRACE -> giveUpHung();
      case NONE -> {
        // Its limit was taken away meanwhile.
      }
    }
    return dispatch.settings().grace().toNanos();
  }

  private void giveUpHung() {
    if (guard.giveUp(this::countHung)) {
      dispatch.threads().start("give up " + delivery.id(), this::giveUp);
    }
  }

  private void countHung() {
    lane.hung(1);
    account.hung(1);
  }

  private void giveUp() {
    int onLane = lane.hung(0);
    int onChannel = account.hung(0);
    LOG.error(
        "Delivery {} on {}: the adapter ignores its interruption since {}; {} such attempts on this"
            + " lane, {} on the channel.",
        delivery.id(),
        channel.name(),
        startedAt,
        onLane,
        onChannel);
    boolean settling = false;
    try {
      AttemptResult attemptResult = unfinished();
      OutcomeVerdict verdict = dispatch.outcomeHandler().judge(this, attemptResult, guard.halted());
      leaveLane();
      hangs = true;
      settle(dispatch.outcomeHandler().hung(this, verdict, onLane, onChannel), attemptResult);
      settling = true;
    } finally {
      if (!settling) {
        over(false);
      }
    }
  }

  private void leaveLane() {
    if (onLane.getAndSet(false)) {
      lane.ended();
    }
  }

  private void over(boolean leaves) {
    settled = true;
    leaveLane();
    if (leaves) {
      place.close();
    }
    dispatch.unsettled().remove(this);
  }

  /** Whether the settlement is durable, or was given up. */
  boolean settled() {
    return settled;
  }

  private AttemptResult unfinished() {
    return guard.wasCalling()
        ? new AdapterResult(
            dispatch.outcomeHandler().timeout(Reach.POSSIBLY_SENT), delivery.uncertain(), false)
        : dispatch.outcomeHandler().unprepared();
  }

  /** Waits until there is room for this many bytes; false at stop. */
  boolean weigh(long bytes) throws InterruptedException {
    return place.weigh(bytes);
  }

  /** Corrects the bytes to what the rendered notification keeps. */
  void reweigh(long bytes) {
    place.reweigh(bytes);
  }

  /** Starts the time limit anew. */
  void startClock() {
    if (guard.halted() == InterruptGuard.Halt.NONE) {
      limit(
          Limit.ATTEMPT, dispatch.timers().nanos() + dispatch.settings().attemptLimit().toNanos());
    }
  }

  /** The adapter is called next; from now on the message may be sent. */
  void calling() {
    guard.calling();
  }
}
