package org.messgateway.gateway.dispatch;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.ChannelLimits;
import org.messgateway.api.Rate;
import org.messgateway.gateway.queue.BreakerUpdate;
import org.messgateway.gateway.queue.LaneLease;
import org.messgateway.gateway.queue.LaneState;
import org.messgateway.gateway.queue.LeasedLane;
import org.messgateway.gateway.queue.TakenDelivery;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One lease of a lane, on a virtual thread of its own: starts attempts while the lane has ready
 * rows and places are free, then gives the lane back. The worker does not wait for the attempts to
 * end, except for a probe. Attempts settle under the epoch of this lease while the lane may already
 * be leased again for rows that became ready meanwhile.
 */
final class LaneWorker implements Runnable {

  private static final Logger LOG = LoggerFactory.getLogger(LaneWorker.class);

  private static final Duration NO_PLACE_PAUSE = Duration.ofMillis(50);

  private final LaneLease lease;
  private final DispatchContext dispatchContext;
  private final IntSupplier leasedLanes;
  private final Consumer<LaneWorker> ended;
  private final WakeSignal signal = new WakeSignal();
  private final Deque<TakenDelivery> ready;
  private final LaneHealth memory;
  private final ChannelHealth account;
  private final long startedNanos;
  private boolean more;
  private @Nullable Attempt probe;

  /** Size of {@link #ready}, which only this worker's thread reads. */
  private volatile int notStarted;

  private volatile boolean stopping;
  private volatile boolean foundRows;

  /**
   * @param leasedLanes number of lanes that this node leases now
   * @param ended called by this worker's thread when the lane was given back
   */
  LaneWorker(
      LeasedLane leased,
      DispatchContext context,
      IntSupplier leasedLanes,
      Consumer<LaneWorker> ended) {
    this.lease = leased.lease();
    this.ready = new ArrayDeque<>(leased.first());
    this.more = leased.more();
    this.notStarted = ready.size();
    this.foundRows = !ready.isEmpty();
    this.dispatchContext = context;
    this.leasedLanes = leasedLanes;
    this.ended = ended;
    this.memory = context.health().open(lease.lane(), signal);
    this.account = context.health().channel(lease.channel());
    this.startedNanos = context.timers().nanos();
  }

  /** Starts no further attempt, gives back the rows that were not started, and ends soon. */
  void stop() {
    stopping = true;
    signal.raise();
  }

  /** Rows that were taken and are neither started nor given back; any thread may ask. */
  int notStarted() {
    return notStarted;
  }

  /** Whether the lane had any row to send. */
  boolean foundRows() {
    return foundRows;
  }

  LaneLease lease() {
    return lease;
  }

  @Override
  public void run() {
    try {
      Optional<Channel> channel = dispatchContext.channels().channel(lease.channel());
      Optional<BreakerUpdate> hold =
          dispatchContext.holds().why(lease, withoutAdapter(channel), memory, account);
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

  private Optional<String> withoutAdapter(Optional<Channel> channel) {
    return channel.isPresent()
        ? channel.get().hold()
        : Optional.of(
            dispatchContext
                .channels()
                .holds()
                .getOrDefault(
                    lease.channel(),
                    "There is no working adapter for channel "
                        + lease.channel()
                        + "; run 'mess-gateway check'. Deliveries wait until there is."));
  }

  private void end() {
    try {
      ready.forEach(row -> dispatchContext.settler().giveBack(row, new BreakerUpdate.Unchanged()));
    } finally {
      dispatchContext.health().close(lease.lane());
      dispatchContext.keeper().release(lease, memory.rest(dispatchContext.timers().nanos()));
      ended.accept(this);
    }
  }

  private void hold(BreakerUpdate breaker) {
    if (ready.isEmpty() && more) {
      ready.addAll(dispatchContext.queue().take(lease, 1));
    }
    foundRows = !ready.isEmpty();
    while (!ready.isEmpty()) {
      dispatchContext.settler().giveBack(ready.remove(), breaker);
    }
  }

  private void send(Channel channel) throws InterruptedException {
    ChannelLimits limits = channel.limits();
    BatchSizer batch = new BatchSizer(limits, dispatchContext.timers());
    while (!finished()) {
      if (!memory.hasRoom(limits.concurrency())) {
        signal.await();
      } else if (mustWait(limits.lane())) {
        signal.await(wait(limits.lane()), dispatchContext.timers());
      } else if (!sendNext(channel, batch)) {
        return;
      }
    }
    awaitProbe();
  }

  /** A failed probe counts as one only while the lane is leased. */
  private void awaitProbe() throws InterruptedException {
    while (probe != null && !probe.settled()) {
      signal.await();
    }
  }

  private boolean finished() {
    return stopping
        || drained()
        || memory.stopped(lease.epoch())
        || account.failedSince(startedNanos)
        || probe != null
        || !dispatchContext.keeper().mayStart();
  }

  /** A lane whose attempts hang and that has no further row is given back: new rows lease it. */
  private boolean drained() {
    return ready.isEmpty() && !more;
  }

  /** Whether this lease allows one attempt only, which tests the lane or its account. */
  boolean probing() {
    return lease.state() != LaneState.CLOSED;
  }

  private boolean mustWait(@Nullable Rate rate) {
    return rate != null && !wait(rate).isZero();
  }

  private Duration wait(@Nullable Rate rate) {
    long now = dispatchContext.timers().nanos();
    return rate == null ? Duration.ZERO : memory.rate(rate, now).delay(now);
  }

  /** Returns false when the lane has no further row, or the limiter was shut. */
  private boolean sendNext(Channel channel, BatchSizer batch) throws InterruptedException {
    InFlightLimiter.PlaceClass placeClass = memory.placeClass(lease);
    Optional<InFlightLimiter.Place> place =
        placeClass == InFlightLimiter.PlaceClass.FURTHER
            ? dispatchContext.inFlight().tryFurther()
            : dispatchContext.inFlight().enter(placeClass);
    if (place.isEmpty()) {
      return placeClass == InFlightLimiter.PlaceClass.FURTHER && awaitPlace();
    }
    boolean used = false;
    try {
      if (finished()) {
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

  /** Waits until an attempt of this lane ends, 50 ms at most; then a place may be free. */
  private boolean awaitPlace() throws InterruptedException {
    signal.await(NO_PLACE_PAUSE, dispatchContext.timers());
    return true;
  }

  private boolean fill(BatchSizer batch) {
    int share = dispatchContext.settings().attempts() / Math.max(1, leasedLanes.getAsInt());
    int batchSize = probing() ? 1 : batch.next(share);
    ready.addAll(dispatchContext.queue().take(lease, batchSize));
    notStarted = ready.size();
    more = ready.size() >= batchSize;
    foundRows |= !ready.isEmpty();
    return !ready.isEmpty();
  }

  /**
   * Waits for a permit of the account's rate, with a row taken.
   *
   * @return false when this worker has to end before the permit comes
   */
  private boolean accountPermits(@Nullable Rate rate) throws InterruptedException {
    if (rate == null) {
      return true;
    }
    Duration learning = dispatchContext.settings().renewEvery();
    // Read before the clock: the store may take a while to answer.
    int nodes = dispatchContext.queue().nodes();
    long now = dispatchContext.timers().nanos();
    Duration wait = account.rate(rate, nodes, learning, now).reserve(now);
    while (!finished()) {
      Duration left = wait.minusNanos(dispatchContext.timers().nanos() - now);
      if (!left.isPositive()) {
        return true;
      }
      signal.await(left, dispatchContext.timers());
    }
    return false;
  }

  private boolean start(Channel channel, InFlightLimiter.Place place) {
    TakenDelivery delivery = ready.remove();
    notStarted = ready.size();
    Rate rate = channel.limits().lane();
    long now = dispatchContext.timers().nanos();
    if (rate != null) {
      memory.rate(rate, now).reserve(now);
    }
    AttemptContext context =
        new AttemptContext(delivery, channel, memory, account, dispatchContext.clock().instant());
    Attempt attempt = new Attempt(context, place, dispatchContext);
    probe = probing() ? attempt : null;
    memory.started(attempt);
    dispatchContext.unsettled().add(attempt);
    dispatchContext.threads().start("attempt " + delivery.id(), attempt);
    return true;
  }
}
