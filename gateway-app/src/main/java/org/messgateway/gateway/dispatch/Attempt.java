package org.messgateway.gateway.dispatch;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.messgateway.api.Outcome;
import org.messgateway.api.Outcome.Reach;
import org.messgateway.gateway.dispatch.AttemptResult.AdapterResult;
import org.messgateway.gateway.queue.BreakerUpdate;
import org.messgateway.gateway.queue.TakenDelivery;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One attempt of a delivery, on a thread of {@link Senders}, with a time limit that holds against
 * an adapter that ignores interruption. At the limit (15 s) the thread is interrupted. After the
 * grace (0.5 s) another thread settles the attempt as uncertain. The place in flight stays taken
 * until the settlement is durable, and where the thread hangs until that ends. Source:
 * docs/rules.md#uncertain.
 */
final class Attempt implements Runnable, DeliverySender.Caller {

  private static final Logger LOG = LoggerFactory.getLogger(Attempt.class);

  private enum Limit {
    NONE,
    ATTEMPT,
    GRACE
  }

  private final AttemptContext context;
  private final InFlightLimiter.Place place;
  private final DispatchContext dispatchContext;
  private final boolean born;
  private final long startedNanos;
  private final InterruptGuard guard = new InterruptGuard();
  private final AtomicBoolean onLane = new AtomicBoolean(true);
  private volatile boolean settled;

  // Under the monitor.
  private Limit limit = Limit.NONE;
  private long limitNanos;

  /**
   * @param born whether its row was inserted as {@code sending}, without a look at what holds lanes
   */
  Attempt(
      AttemptContext context,
      InFlightLimiter.Place place,
      DispatchContext dispatchContext,
      boolean born) {
    this.context = context;
    this.place = place;
    this.dispatchContext = dispatchContext;
    this.born = born;
    this.startedNanos = dispatchContext.timers().nanos();
  }

  private TakenDelivery taken() {
    return context.delivery();
  }

  @Override
  public void run() {
    boolean settling = false;
    try {
      if (!born || mayStart()) {
        settling = send();
      }
    } finally {
      if (!settling) {
        done();
        place.close();
      }
    }
  }

  /** Whether the lane is not held; otherwise the row goes back. */
  private boolean mayStart() {
    Optional<BreakerUpdate> hold =
        dispatchContext
            .holds()
            .why(taken().lane(), dispatchContext.channels(), context.lane(), context.account());
    if (hold.isPresent()) {
      context.lane().stop(taken().lane().epoch());
    }
    boolean starts =
        hold.isEmpty()
            && !dispatchContext.inFlight().closed()
            && dispatchContext.keeper().mayStart();
    if (!starts) {
      dispatchContext.settler().giveBack(taken(), hold.orElseGet(BreakerUpdate.Unchanged::new));
    }
    return starts;
  }

  /** Whether its settlement is under way; false when another thread has settled it. */
  private boolean send() {
    guard.enter();
    AttemptResult attemptResult = dispatchContext.sender().send(taken(), context.channel(), this);
    limit(Limit.NONE, 0);
    if (guard.leave()) {
      conclude(attemptResult);
      return true;
    }
    endedLate(attemptResult);
    return false;
  }

  private void conclude(AttemptResult attemptResult) {
    OutcomeVerdict verdict =
        dispatchContext.outcomeHandler().judge(context, attemptResult, guard.halted());
    // The lane may start its next attempt while this one is settled.
    leaveLane();
    settle(
        verdict,
        attemptResult,
        () -> {
          done();
          place.close();
        });
  }

  private void settle(OutcomeVerdict verdict, AttemptResult attemptResult, Runnable afterwards) {
    Duration took = Duration.ofNanos(dispatchContext.timers().nanos() - startedNanos);
    boolean resent = attemptResult instanceof AdapterResult tried && tried.resent();
    dispatchContext
        .settler()
        .settle(taken(), context.startedAt(), took, verdict, resent, afterwards);
  }

  /** The adapter returned after the attempt was settled without it. */
  private void endedLate(AttemptResult attemptResult) {
    dispatchContext
        .outcomeHandler()
        .hangEnded(context, context.lane().hung(-1), context.account().hung(-1));
    if (attemptResult instanceof AdapterResult(Outcome.Delivered delivered, _, _)) {
      dispatchContext.settler().late(taken(), context.startedAt(), delivered);
    }
  }

  /** At stop: interrupts the attempt; after the grace it is settled without its thread. */
  void stop() {
    halt(InterruptGuard.Halt.STOP);
  }

  private void halt(InterruptGuard.Halt why) {
    guard.halt(why);
    limit(
        Limit.GRACE,
        dispatchContext.timers().nanos() + dispatchContext.settings().grace().toNanos());
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
      case GRACE -> hangs();
      case NONE -> {
        // Its limit was taken away meanwhile.
      }
    }
    return dispatchContext.settings().grace().toNanos();
  }

  private void hangs() {
    if (guard.giveUp(this::countHung)) {
      dispatchContext.threads().start("give up " + taken().id(), this::giveUp);
    }
  }

  private void countHung() {
    context.lane().hung(1);
    context.account().hung(1);
  }

  private void giveUp() {
    int onLane = context.lane().hung(0);
    int onChannel = context.account().hung(0);
    Instant startedAt = context.startedAt();
    LOG.error(
        "Delivery {} on {}: the adapter ignores its interruption since {}; {} such attempts on this"
            + " lane, {} on the channel.",
        taken().id(),
        context.channel().name(),
        startedAt,
        onLane,
        onChannel);
    boolean settling = false;
    try {
      AttemptResult attemptResult = unfinished();
      OutcomeVerdict verdict =
          dispatchContext.outcomeHandler().judge(context, attemptResult, guard.halted());
      leaveLane();
      settle(
          dispatchContext.outcomeHandler().hung(context, verdict, onLane, onChannel),
          attemptResult,
          this::done);
      settling = true;
    } finally {
      if (!settling) {
        done();
      }
    }
  }

  private void leaveLane() {
    if (onLane.getAndSet(false)) {
      context.lane().ended();
    }
  }

  private void done() {
    settled = true;
    leaveLane();
    context.lane().wake();
    dispatchContext.unsettled().remove(this);
  }

  /** Whether the settlement is durable, or was given up. */
  boolean settled() {
    return settled;
  }

  private AttemptResult unfinished() {
    return guard.wasCalling()
        ? new AdapterResult(
            dispatchContext.outcomeHandler().timeout(Reach.POSSIBLY_SENT),
            taken().uncertain(),
            false)
        : dispatchContext.outcomeHandler().unprepared();
  }

  @Override
  public boolean weigh(long bytes) throws InterruptedException {
    return place.weigh(bytes);
  }

  @Override
  public void reweigh(long bytes) {
    place.reweigh(bytes);
  }

  @Override
  public void startClock() {
    if (guard.halted() == InterruptGuard.Halt.NONE) {
      limit(
          Limit.ATTEMPT,
          dispatchContext.timers().nanos() + dispatchContext.settings().attemptLimit().toNanos());
    }
  }

  @Override
  public void calling() {
    guard.calling();
  }
}
