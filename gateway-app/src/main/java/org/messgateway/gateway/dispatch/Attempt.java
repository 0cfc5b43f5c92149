package org.messgateway.gateway.dispatch;

import java.time.Duration;
import java.time.Instant;
import org.messgateway.api.Outcome;
import org.messgateway.api.Outcome.Reach;
import org.messgateway.gateway.dispatch.Performed.Tried;
import org.messgateway.gateway.queue.TakenDelivery;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One try of a delivery, on its own virtual thread, with a time limit that holds even against an
 * adapter that ignores interruption: at the limit it is interrupted, after the grace it is settled
 * as uncertain by another thread, and its place stays taken until its thread really ends.
 */
final class Attempt implements Runnable, Sender.Caller {

  private static final Logger LOG = LoggerFactory.getLogger(Attempt.class);

  private final Subject subject;
  private final InFlight.Place place;
  private final Work work;
  private final long startedNanos;
  private final Guard guard = new Guard();
  private final Object alarmLock = new Object();
  private Timers.Alarm alarm = () -> {};
  private volatile boolean settled;

  Attempt(Subject subject, InFlight.Place place, Work work) {
    this.subject = subject;
    this.place = place;
    this.work = work;
    this.startedNanos = work.timers().nanos();
  }

  private TakenDelivery taken() {
    return subject.taken();
  }

  @Override
  public void run() {
    guard.enter();
    try {
      Performed performed = work.sender().send(taken(), subject.channel(), this);
      setAlarm(() -> {});
      if (guard.leave()) {
        conclude(performed);
      } else {
        endedLate(performed);
      }
    } finally {
      done();
      place.close();
    }
  }

  private void conclude(Performed performed) {
    Verdict verdict = work.judge().judge(subject, performed, guard.halted());
    // The lane may send the next while this one is made durable.
    subject.lane().ended(this);
    settle(verdict, performed);
  }

  private void settle(Verdict verdict, Performed performed) {
    Duration took = Duration.ofNanos(work.timers().nanos() - startedNanos);
    boolean resent = performed instanceof Tried tried && tried.resent();
    work.settler().settle(taken(), subject.startedAt(), took, verdict, resent);
  }

  /** The attempt's thread came back after it had been given up. */
  private void endedLate(Performed performed) {
    work.judge().freed(subject, subject.lane().hung(-1), subject.account().hung(-1));
    if (performed instanceof Tried(Outcome.Delivered delivered, _, _)) {
      work.settler().late(taken(), subject.startedAt(), delivered);
    }
  }

  /** At stop: what has not ended gets its grace and is then handed back. */
  void stop() {
    halt(Guard.Halt.STOP);
  }

  private void halt(Guard.Halt why) {
    guard.halt(why);
    setAlarm(work.timers().after(work.settings().grace(), this::hangs));
  }

  /** On the timers' thread: only hands over. */
  private void hangs() {
    if (guard.giveUp(this::countHung)) {
      work.threads().start("give up " + taken().id(), this::giveUp);
    }
  }

  private void countHung() {
    subject.lane().hung(1);
    subject.account().hung(1);
  }

  private void giveUp() {
    int onLane = subject.lane().hung(0);
    int onChannel = subject.account().hung(0);
    Instant startedAt = subject.startedAt();
    LOG.error(
        "Delivery {} on {}: the adapter ignores its interruption since {}; {} such attempts on this"
            + " lane, {} on the channel.",
        taken().id(),
        subject.channel().name(),
        startedAt,
        onLane,
        onChannel);
    try {
      Performed performed = unfinished();
      Verdict verdict = work.judge().judge(subject, performed, guard.halted());
      subject.lane().ended(this);
      settle(work.judge().hung(subject, verdict, onLane, onChannel), performed);
    } finally {
      done();
    }
  }

  private void done() {
    settled = true;
    subject.lane().ended(this);
    work.unsettled().out(this);
  }

  /** Whether it was settled, or never will be. */
  boolean settled() {
    return settled;
  }

  private Performed unfinished() {
    return guard.wasCalling()
        ? new Tried(work.judge().timeout(Reach.POSSIBLY_SENT), taken().uncertain(), false)
        : work.judge().unprepared();
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
    if (guard.halted() == Guard.Halt.NONE) {
      setAlarm(
          work.timers().after(work.settings().attemptLimit(), () -> halt(Guard.Halt.DEADLINE)));
    }
  }

  @Override
  public void calling() {
    guard.calling();
  }
}
