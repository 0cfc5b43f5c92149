package org.messgateway.gateway.dispatch;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.ChannelLimits;
import org.messgateway.gateway.queue.BreakerUpdate;
import org.messgateway.gateway.queue.LaneLease;
import org.messgateway.gateway.queue.LaneState;
import org.messgateway.gateway.queue.LeasedLane;
import org.messgateway.gateway.queue.TakenDelivery;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends rows that wait on a leased lane, on a virtual thread of its own: starts attempts while the
 * lane has ready rows and places are free. Then the lane rests ({@link KeptLanes}) where it is
 * well, or is given back. The worker does not wait for the attempts to end, except for a probe.
 * Attempts settle under the epoch of this lease while the lane may already be leased again for rows
 * that became ready meanwhile.
 */
final class LaneWorker implements Runnable {

  private static final Logger LOG = LoggerFactory.getLogger(LaneWorker.class);

  private static final Duration NO_PLACE_PAUSE = Duration.ofMillis(50);

  private final LaneLease lease;
  private final KeptLane lane;
  private final KeptLanes kept;
  private final DispatchContext dispatchContext;
  private final IntSupplier leasedLanes;
  private final Consumer<LaneWorker> ended;
  private final WakeSignal signal = new WakeSignal();
  private final Deque<TakenDelivery> ready;
  private final LaneHealth memory;
  private final ChannelHealth account;
  private boolean more;
  private @Nullable Attempt probe;

  /** Size of {@link #ready}, which only this worker's thread reads. */
  private volatile int notStarted;

  /** Whether rows were queued since the last look for rows. */
  private volatile boolean queued;

  private volatile boolean stopping;
  private volatile boolean rested;
  private volatile boolean foundRows;

  /**
   * @param leasedLanes number of lanes that this node leases now
   * @param ended called by this worker's thread when the lane was given back
   */
  LaneWorker(
      KeptLane lane,
      LeasedLane leased,
      KeptLanes kept,
      DispatchContext context,
      IntSupplier leasedLanes,
      Consumer<LaneWorker> ended) {
    this.lane = lane;
    this.kept = kept;
    this.lease = leased.lease();
    this.ready = new ArrayDeque<>(leased.first());
    this.more = leased.more();
    this.notStarted = ready.size();
    this.foundRows = !ready.isEmpty();
    this.dispatchContext = context;
    this.leasedLanes = leasedLanes;
    this.ended = ended;
    this.memory = lane.memory();
    this.account = lane.account();
    memory.wakes(signal);
  }

  /** Rows that are due were queued on this lane. Any thread. */
  void queued() {
    queued = true;
    signal.raise();
  }

  /** Whether rows were queued since it last looked for rows. */
  boolean hasQueued() {
    return queued;
  }

  /** Whether the lane rests instead of having been given back. */
  boolean rested() {
    return rested;
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
      do {
        Optional<Channel> channel = dispatchContext.channels().channel(lease.channel());
        Optional<BreakerUpdate> hold =
            dispatchContext.holds().why(lease, dispatchContext.channels(), memory, account);
        if (channel.isEmpty() || hold.isPresent()) {
          hold(hold.orElseGet(BreakerUpdate.Unchanged::new));
          return;
        }
        send(channel.get());
        rested = mayRest() && rest();
      } while (!rested && mayRest() && queued);
    } catch (InterruptedException e) {
      LOG.debug("The run of lane {} was interrupted.", lease.lane());
    } finally {
      end();
    }
  }

  private boolean mayRest() {
    return !stopping && drained(false) && lane.mayRest() && dispatchContext.keeper().mayStart();
  }

  private boolean rest() {
    memory.wakes(null);
    boolean rests = kept.rest(lane);
    if (!rests) {
      memory.wakes(signal);
    }
    return rests;
  }

  private void end() {
    if (rested) {
      ended.accept(this);
      return;
    }
    try {
      ready.forEach(row -> dispatchContext.settler().giveBack(row, new BreakerUpdate.Unchanged()));
    } finally {
      kept.ended(lane);
      memory.wakes(null);
      dispatchContext.health().close(lease.lane());
      dispatchContext.keeper().release(lease, memory.rest(dispatchContext.timers().nanos()));
      ended.accept(this);
    }
  }

  private void hold(BreakerUpdate breaker) {
    if (ready.isEmpty() && (more || queued)) {
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
    LaneRates rates = new LaneRates(limits, memory, account, dispatchContext);
    while (!finished()) {
      Duration wait = rates.laneWait(dispatchContext.timers().nanos());
      if (!memory.hasRoom(limits.concurrency())) {
        signal.await();
      } else if (wait.isPositive()) {
        signal.await(wait, dispatchContext.timers());
      } else if (!sendNext(channel, batch, rates)) {
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
        || drained(queued)
        || lane.failed()
        || probe != null
        || !dispatchContext.keeper().mayStart();
  }

  /** A lane whose attempts hang and that has no further row is given back: new rows lease it. */
  private boolean drained(boolean hasQueued) {
    return ready.isEmpty() && !more && !hasQueued;
  }

  /** Whether this lease allows one attempt only, which tests the lane or its account. */
  boolean probing() {
    return lease.state() != LaneState.CLOSED;
  }

  /** Returns false when the limiter was shut. */
  private boolean sendNext(Channel channel, BatchSizer batch, LaneRates rates)
      throws InterruptedException {
    InFlightLimiter.PlaceClass placeClass = memory.placeClass(lease);
    Optional<InFlightLimiter.Place> place =
        placeClass == InFlightLimiter.PlaceClass.FURTHER
            ? Optional.ofNullable(dispatchContext.inFlight().tryEnter(placeClass))
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
        return true;
      }
      used = accountPermits(rates) && start(channel, rates, place.get());
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
    queued = false;
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
  private boolean accountPermits(LaneRates rates) throws InterruptedException {
    Duration wait = rates.reserve();
    long since = dispatchContext.timers().nanos();
    while (!finished()) {
      Duration left = wait.minusNanos(dispatchContext.timers().nanos() - since);
      if (!left.isPositive()) {
        return true;
      }
      signal.await(left, dispatchContext.timers());
    }
    return false;
  }

  private boolean start(Channel channel, LaneRates rates, InFlightLimiter.Place place) {
    TakenDelivery delivery = ready.remove();
    notStarted = ready.size();
    rates.start(dispatchContext.timers().nanos());
    AttemptContext context =
        new AttemptContext(delivery, channel, memory, account, dispatchContext.clock().instant());
    Attempt attempt = new Attempt(context, place, dispatchContext, false);
    probe = probing() ? attempt : null;
    memory.started();
    dispatchContext.start(attempt);
    return true;
  }
}
