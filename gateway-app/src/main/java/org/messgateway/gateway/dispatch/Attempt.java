package org.messgateway.gateway.dispatch;

import java.time.Duration;
import java.time.Instant;
import org.messgateway.api.Outcome;
import org.messgateway.api.Outcome.Reach;
import org.messgateway.gateway.dispatch.AttemptResult.AdapterResult;
import org.messgateway.gateway.queue.TakenDelivery;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One attempt of a delivery, on a virtual thread of its own, with a time limit that holds against
 * an adapter that ignores interruption. At the limit (15 s) the thread is interrupted. After the
 * grace (0.5 s) another thread settles the attempt as uncertain. The place in flight stays taken
 * until the attempt's thread ends. Source: docs/rules.md#uncertain.
 */
final class Attempt implements Runnable, DeliverySender.Caller {

  private static final Logger LOG = LoggerFactory.getLogger(Attempt.class);

  private final AttemptContext context;
  private final InFlightLimiter.Place place;
  private final DispatchContext dispatchContext;
  private final long startedNanos;
  private final InterruptGuard guard = new InterruptGuard();
  private final Object alarmLock = new Object();
  private Timers.Alarm alarm = () -> {};
  private volatile boolean settled;

  Attempt(AttemptContext context, InFlightLimiter.Place place, DispatchContext dispatchContext) {
    this.context = context;
    this.place = place;
    this.dispatchContext = dispatchContext;
    this.startedNanos = dispatchContext.timers().nanos();
  }

  private TakenDelivery taken() {
    return context.delivery();
  }

  @Override
  public void run() {
    guard.enter();
    try {
      AttemptResult attemptResult = dispatchContext.sender().send(taken(), context.channel(), this);
      setAlarm(() -> {});
      if (guard.leave()) {
        conclude(attemptResult);
      } else {
        endedLate(attemptResult);
      }
    } finally {
      done();
      place.close();
    }
  }

  private void conclude(AttemptResult attemptResult) {
    OutcomeVerdict verdict =
        dispatchContext.outcomeHandler().judge(context, attemptResult, guard.halted());
    // The lane may start its next attempt while this one is settled.
    context.lane().ended(this);
    settle(verdict, attemptResult);
  }

  private void settle(OutcomeVerdict verdict, AttemptResult attemptResult) {
    Duration took = Duration.ofNanos(dispatchContext.timers().nanos() - startedNanos);
    boolean resent = attemptResult instanceof AdapterResult tried && tried.resent();
    dispatchContext.settler().settle(taken(), context.startedAt(), took, verdict, resent);
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
    setAlarm(dispatchContext.timers().after(dispatchContext.settings().grace(), this::hangs));
  }

  /** On the timers' thread, which must not block. */
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
    try {
      AttemptResult attemptResult = unfinished();
      OutcomeVerdict verdict =
          dispatchContext.outcomeHandler().judge(context, attemptResult, guard.halted());
      context.lane().ended(this);
      settle(
          dispatchContext.outcomeHandler().hung(context, verdict, onLane, onChannel),
          attemptResult);
    } finally {
      done();
    }
  }

  private void done() {
    settled = true;
    context.lane().ended(this);
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

  private void setAlarm(Timers.Alarm next) {
    synchronized (alarmLock) {
      alarm.cancel();
      alarm = next;
    }
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
      setAlarm(
          dispatchContext
              .timers()
              .after(
                  dispatchContext.settings().attemptLimit(),
                  () -> halt(InterruptGuard.Halt.DEADLINE)));
    }
  }

  @Override
  public void calling() {
    guard.calling();
  }
}
