package org.messgateway.gateway.dispatch;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.ChannelLimits;
import org.messgateway.gateway.dispatch.InFlightLimiter.Place;
import org.messgateway.gateway.dispatch.WorkerThreads.Work;
import org.messgateway.gateway.queue.BreakerUpdate;
import org.messgateway.gateway.queue.LaneLease;
import org.messgateway.gateway.queue.LaneState;
import org.messgateway.gateway.queue.TakenDelivery;

/**
 * A lane that this node has leased, until it is given back. It sends rows that wait as far as
 * {@link StartPermits} allow. It has no thread: whoever changes what it waits for asks it what to
 * do {@link #next}, and a sender whose attempt is over makes the next one itself. Without rows that
 * wait it rests: it stays leased, and new rows are admitted at once. It does not wait for attempts
 * to end, except for a probe. They settle under the epoch of this lease, even where the lane is
 * leased again meanwhile. Thread-safe.
 */
final class HeldLane {

  private static final BreakerUpdate GOES_ON = new BreakerUpdate.Unchanged();

  private enum Phase {
    RESTING,
    WORKING,
    OVER
  }

  private final LaneLease lease;
  private final HeldLanes lanes;
  private final DispatchContext context;
  private final LaneHealth health;
  private final ChannelHealth account;
  private volatile boolean stopping;

  // Under the monitor.
  private final StartPermits permits;
  private final Deque<TakenDelivery> inHand = new ArrayDeque<>();
  private Phase phase;
  private boolean storing;
  private boolean foundRows;
  private @Nullable Attempt probe;

  /** When a row of it was sent last without having waited, or its rest began. */
  private long usedNanos;

  /** Whether the store may have rows that are due. */
  private boolean more;

  /** Takes in a row that found nothing. */
  private int emptyTakes;

  /**
   * @param waiting whether rows of it wait in the store; otherwise it rests
   */
  HeldLane(LaneLease lease, HeldLanes lanes, DispatchContext context, boolean waiting) {
    this.lease = lease;
    this.lanes = lanes;
    this.context = context;
    this.health = context.health().open(lease.lane());
    this.account = context.health().channel(lease.channel());
    this.usedNanos = context.timers().nanos();
    this.more = waiting;
    this.phase = waiting ? Phase.WORKING : Phase.RESTING;
    this.permits =
        new StartPermits(
            lease,
            health,
            account,
            context,
            this::rang,
            place -> context.threads().submit(() -> granted(place)));
    health.heldBy(this, true);
  }

  LaneLease lease() {
    return lease;
  }

  /** Whether this lease allows one attempt only, which tests the lane or its account. */
  boolean probing() {
    return lease.state() != LaneState.CLOSED;
  }

  /** Starts no further attempt, gives back rows that were not started, and ends soon. */
  void stop() {
    stopping = true;
    advance();
  }

  /**
   * Rows that are due were found on it. While it takes rows that says nothing: it finds them
   * itself, and rows that become due only then are looked for again when it comes to rest.
   */
  synchronized void found() {
    if (!storing) {
      queued();
    }
  }

  /** Rows that are due were queued on it. */
  synchronized void queued() {
    more = true;
    if (phase == Phase.RESTING) {
      phase = Phase.WORKING;
      lanes.wakes();
      lanes.works(this);
    }
  }

  /** Has senders do what is to be done now. Any thread; does not block. */
  void advance() {
    context.threads().submit(next());
  }

  /** What senders are to do for it now: attempts, or a change of the store. */
  synchronized List<Work> next() {
    if (phase != Phase.WORKING || storing) {
      return List.of();
    }
    List<Work> all = new ArrayList<>(4);
    for (Work one = step(); one != null; one = storing ? null : step()) {
      all.add(one);
    }
    return all;
  }

  private @Nullable Work step() {
    if (probe != null || stopping || permits.failed() || !context.keeper().mayStart()) {
      // A failed probe counts as one only while the lane is leased.
      return probe == null || probe.settled() ? store(() -> end(GOES_ON)) : null;
    }
    if (inHand.isEmpty() && !more) {
      return rests() ? null : store(() -> end(GOES_ON));
    }
    Channel channel = context.channels().channel(lease.channel()).orElse(null);
    if (channel == null) {
      // There is no adapter for its rows: one of them tells the store.
      return store(() ->
          end(context.holds().why(lease, context.channels(), health, account).orElse(GOES_ON)));
    }
    ChannelLimits limits = channel.limits();
    if (!permits.mayTake(limits)) {
      return null;
    }
    if (!inHand.isEmpty()) {
      return permits.mayStart(limits) ? start(channel) : null;
    }
    int most = probing() ? 1 : permits.batch(limits, lanes.working());
    more = false;
    return store(() -> take(most));
  }

  private Work start(Channel channel) {
    Attempt attempt = attempt(inHand.remove(), channel, permits.use(channel.limits()));
    probe = probing() ? attempt : null;
    return attempt;
  }

  private Attempt attempt(TakenDelivery row, Channel channel, Place place) {
    Attempt attempt = new Attempt(row, channel, health, account, place, context);
    context.unsettled().add(attempt);
    return attempt;
  }

  private Work store(Work work) {
    storing = true;
    return work;
  }

  private @Nullable Work take(int most) {
    try {
      took(context.queue().take(lease, most), most);
    } catch (RuntimeException | Error e) {
      end(GOES_ON);
      throw e;
    }
    return context.threads().share(next());
  }

  private synchronized void took(List<TakenDelivery> rows, int most) {
    storing = false;
    inHand.addAll(rows);
    more |= rows.size() >= most;
    foundRows |= !rows.isEmpty();
    emptyTakes = rows.isEmpty() ? emptyTakes + 1 : 0;
    if (rows.isEmpty()) {
      permits.giveBack();
    }
  }

  /** A place that it waited for. */
  private @Nullable Work granted(Place place) {
    synchronized (this) {
      permits.granted(place);
      if (phase != Phase.WORKING) {
        permits.giveBack();
      }
    }
    return context.threads().share(next());
  }

  private void rang() {
    synchronized (this) {
      permits.rang();
    }
    advance();
  }

  /**
   * Gives back the rows in hand, then the lane.
   *
   * @param breaker what the store is to know of the lane, for which one row has to be taken
   */
  private @Nullable Work end(BreakerUpdate breaker) {
    List<TakenDelivery> rows;
    synchronized (this) {
      phase = Phase.OVER;
      permits.giveBack();
      rows = List.copyOf(inHand);
      inHand.clear();
    }
    try {
      if (rows.isEmpty() && !breaker.equals(GOES_ON)) {
        rows = context.queue().take(lease, 1);
        foundRows |= !rows.isEmpty();
      }
      rows.forEach(row -> context.settler().giveBack(row, breaker));
    } finally {
      forget();
      context.keeper().release(lease, health.rest(context.timers().nanos()));
      lanes.ended(this, false, foundRows);
    }
    return null;
  }

  /**
   * Where rows were said to be due twice and none could be taken, the store knows of a reason that
   * this node does not: a breaker that another node, or this one before a restart, brought to open.
   * Only a lane that is given back is leased again for a probe.
   */
  private boolean rests() {
    if (stopping || emptyTakes > 1 || !permits.mayRest() || !lanes.mayRest()) {
      return false;
    }
    permits.giveBack();
    phase = Phase.RESTING;
    usedNanos = context.timers().nanos();
    lanes.ended(this, true, foundRows);
    foundRows = false;
    return true;
  }

  /** Reserves a place for a row that is inserted next; null to queue it. */
  synchronized @Nullable ReservedPlace admit() {
    if (phase != Phase.RESTING || stopping) {
      return null;
    }
    Channel channel = context.channels().channel(lease.channel()).orElse(null);
    Place place = channel == null ? null : permits.atOnce(channel);
    if (channel == null || place == null) {
      return null;
    }
    usedNanos = context.timers().nanos();
    return new ReservedPlace(this, channel, place);
  }

  /** A place for one row of this lane, which is inserted as {@code sending}. */
  record ReservedPlace(HeldLane lane, Channel channel, Place place) {

    Attempt attempt(TakenDelivery row) {
      return lane.attempt(row, channel, place);
    }

    /** The row was not inserted. */
    void undo() {
      lane.health.ended();
      place.close();
    }
  }

  /**
   * Ends its rest, because it is given back.
   *
   * @param idleNanos for so long it must have been idle, unless it is not well
   * @return false when it does not rest, or goes on resting
   */
  synchronized boolean endRest(long idleNanos) {
    boolean idle = context.timers().nanos() - usedNanos >= idleNanos;
    boolean ends = phase == Phase.RESTING && (idle || !permits.mayRest());
    if (ends) {
      phase = Phase.OVER;
      lanes.wakes();
      forget();
    }
    return ends;
  }

  private void forget() {
    lanes.forget(this);
    health.heldBy(this, false);
    context.health().close(lease.lane());
  }
}
