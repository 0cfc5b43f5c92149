package org.messgateway.gateway.dispatch;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Limits;
import org.messgateway.api.Rate;
import org.messgateway.gateway.queue.Gate;
import org.messgateway.gateway.queue.LaneLease;
import org.messgateway.gateway.queue.LaneState;
import org.messgateway.gateway.queue.LeasedLane;
import org.messgateway.gateway.queue.TakenDelivery;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One lease of a lane: starts attempts while there is ready work and room for it, then gives the
 * lane back. It does not wait for the attempts to end: they settle under this lease's epoch while
 * the lane may be leased again for what has become ready meanwhile.
 */
final class LaneRun implements Runnable {

  private static final Logger LOG = LoggerFactory.getLogger(LaneRun.class);

  private static final Duration CROWDED = Duration.ofMillis(50);

  private final LaneLease lease;
  private final Work work;
  private final IntSupplier runs;
  private final Consumer<LaneRun> ended;
  private final Signal signal = new Signal();
  private final Deque<TakenDelivery> ready;
  private final LaneMemory memory;
  private final ChannelMemory account;
  private final long startedNanos;
  private boolean more;
  private @Nullable Attempt probe;

  /** Size of {@link #ready}, which only its own thread looks at. */
  private volatile int inHand;

  private volatile boolean retired;
  private volatile boolean fruitful;

  /**
   * @param runs how many lanes are leased now
   */
  LaneRun(LeasedLane leased, Work work, IntSupplier runs, Consumer<LaneRun> ended) {
    this.lease = leased.lease();
    this.ready = new ArrayDeque<>(leased.first());
    this.more = leased.more();
    this.inHand = ready.size();
    this.fruitful = !ready.isEmpty();
    this.work = work;
    this.runs = runs;
    this.ended = ended;
    this.memory = work.memories().open(lease.lane(), signal);
    this.account = work.memories().channel(lease.channel());
    this.startedNanos = work.timers().nanos();
  }

  /** Starts nothing more, gives back what has not started, ends. */
  void retire() {
    retired = true;
    signal.raise();
  }

  /** Rows it has taken, and neither started nor given back. */
  int inHand() {
    return inHand;
  }

  /** Whether there was anything to do. */
  boolean fruitful() {
    return fruitful;
  }

  LaneLease lease() {
    return lease;
  }

  @Override
  public void run() {
    try {
      Optional<Channel> channel = work.channels().channel(lease.channel());
      Optional<Gate> hold = work.holds().why(lease, channel.isPresent(), memory, account);
      if (hold.isPresent()) {
        hold(hold.get());
      } else {
        send(channel.orElseThrow());
      }
    } catch (InterruptedException e) {
      LOG.debug("The run of lane {} was interrupted.", lease.lane());
    } finally {
      end();
    }
  }

  private void end() {
    try {
      ready.forEach(row -> work.settler().giveBack(row, new Gate.Unchanged()));
    } finally {
      work.memories().close(lease.lane());
      work.keeper().release(lease, memory.rest(work.timers().nanos()));
      ended.accept(this);
    }
  }

  private void hold(Gate gate) {
    if (ready.isEmpty() && more) {
      ready.addAll(work.queue().take(lease, 1));
    }
    fruitful = !ready.isEmpty();
    while (!ready.isEmpty()) {
      work.settler().giveBack(ready.remove(), gate);
    }
  }

  private void send(Channel channel) throws InterruptedException {
    Limits limits = channel.limits();
    BatchSize batch = new BatchSize(limits, work.timers());
    while (!over()) {
      if (!memory.hasRoom(limits.concurrency())) {
        signal.await();
      } else if (waits(limits.lane())) {
        signal.await(wait(limits.lane()), work.timers());
      } else if (!sendNext(channel, batch)) {
        return;
      }
    }
    awaitProbe();
  }

  /** Only while the lane is leased does a probe that fails count as one. */
  private void awaitProbe() throws InterruptedException {
    while (probe != null && !probe.settled()) {
      signal.await();
    }
  }

  private boolean over() {
    return retired
        || nothingMore()
        || memory.stopped(lease.epoch())
        || account.failedSince(startedNanos)
        || probe != null
        || !work.keeper().mayStart();
  }

  /** Whoever hangs and has no more to send keeps no lease: new rows get one of their own. */
  private boolean nothingMore() {
    return ready.isEmpty() && !more;
  }

  /** Whether it finds out whether the lane or its account is well. */
  boolean probing() {
    return lease.state() != LaneState.CLOSED;
  }

  private boolean waits(@Nullable Rate rate) {
    return rate != null && !wait(rate).isZero();
  }

  private Duration wait(@Nullable Rate rate) {
    long now = work.timers().nanos();
    return rate == null ? Duration.ZERO : memory.rate(rate, now).delay(now);
  }

  /** Returns whether the run goes on. */
  private boolean sendNext(Channel channel, BatchSize batch) throws InterruptedException {
    InFlight.Standing standing = memory.standing(lease);
    Optional<InFlight.Place> place =
        standing == InFlight.Standing.FURTHER
            ? work.inFlight().further()
            : work.inFlight().enter(standing);
    if (place.isEmpty()) {
      return standing == InFlight.Standing.FURTHER && awaitOwn();
    }
    boolean used = false;
    try {
      if (over()) {
        return true;
      }
      if (ready.isEmpty() && !fill(batch)) {
        return false;
      }
      used = accountPermits(channel.limits().account()) && start(channel, place.get());
      return true;
    } finally {
      if (!used) {
        place.get().close();
      }
    }
  }

  /** Waits until an attempt of this lane ends, or looks again whether it got less crowded. */
  private boolean awaitOwn() throws InterruptedException {
    signal.await(CROWDED, work.timers());
    return true;
  }

  private boolean fill(BatchSize batch) {
    int share = work.settings().attempts() / Math.max(1, runs.getAsInt());
    int wished = probing() ? 1 : batch.next(share);
    ready.addAll(work.queue().take(lease, wished));
    inHand = ready.size();
    more = ready.size() >= wished;
    fruitful |= !ready.isEmpty();
    return !ready.isEmpty();
  }

  /**
   * Waits for the account's turn with a row in hand; false when the run is over before it comes.
   */
  private boolean accountPermits(@Nullable Rate rate) throws InterruptedException {
    if (rate == null) {
      return true;
    }
    Duration learning = work.settings().renewEvery();
    // Asked before the time is taken: the store may take a while to answer.
    int nodes = work.queue().nodes();
    long now = work.timers().nanos();
    Duration wait = account.rate(rate, nodes, learning, now).reserve(now);
    while (!over()) {
      Duration left = wait.minusNanos(work.timers().nanos() - now);
      if (!left.isPositive()) {
        return true;
      }
      signal.await(left, work.timers());
    }
    return false;
  }

  private boolean start(Channel channel, InFlight.Place place) {
    TakenDelivery taken = ready.remove();
    inHand = ready.size();
    Rate rate = channel.limits().lane();
    long now = work.timers().nanos();
    if (rate != null) {
      memory.rate(rate, now).reserve(now);
    }
    Subject subject = new Subject(taken, channel, memory, account, work.clock().instant());
    Attempt attempt = new Attempt(subject, place, work);
    probe = probing() ? attempt : null;
    memory.started(attempt);
    work.unsettled().in(attempt);
    work.threads().start("attempt " + taken.id(), attempt);
    return true;
  }
}
