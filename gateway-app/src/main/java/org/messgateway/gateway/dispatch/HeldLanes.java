package org.messgateway.gateway.dispatch;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.dispatch.HeldLane.ReservedPlace;
import org.messgateway.gateway.dispatch.WorkerThreads.Work;
import org.messgateway.gateway.queue.LaneAdmission;
import org.messgateway.gateway.queue.LaneLease;
import org.messgateway.gateway.queue.LeaseBudget;
import org.messgateway.gateway.queue.TakenDelivery;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The lanes that this node has leased: those that have rows to send, and those that rest. A lane
 * rests for 15 s after its last row, so that its next rows need no lease and no take; among several
 * nodes for a second, because others may have work for it. Thread-safe; admission runs on the
 * writer's thread.
 */
final class HeldLanes implements LaneAdmission {

  static final Duration ALONE = Duration.ofSeconds(15);
  static final Duration AMONG_OTHERS = Duration.ofSeconds(1);

  /** Longer than a lane that was leased a moment ago needs until it is here. */
  private static final Duration UNKNOWN = Duration.ofSeconds(5);

  private static final Logger LOG = LoggerFactory.getLogger(HeldLanes.class);

  /** One in so many lanes that may be leased at once may rest beside them. */
  private static final int RESTING_SHARE = 4;

  /** Those to be probed wait long for their few places, so they hold half of the leases at most. */
  private static final int PROBES_SHARE = 2;

  private final DispatchContext context;
  private final LaneLeaser leaser;
  private final Map<Long, HeldLane> lanes = new ConcurrentHashMap<>();
  private final ActiveSet<HeldLane> working = new ActiveSet<>();
  private final AtomicInteger probes = new AtomicInteger();
  private final AtomicInteger resting = new AtomicInteger();

  /** Since when the store names a lane that is not here; of the thread that leases. */
  private final Map<Long, Long> unknown = new HashMap<>();

  private volatile boolean stopping;

  // Of the writer's thread, until its commit.
  private final List<ReservedPlace> admitted = new ArrayList<>();
  private final Map<Long, HeldLane> fresh = new HashMap<>();

  HeldLanes(DispatchContext context, LaneLeaser leaser) {
    this.context = context;
    this.leaser = leaser;
  }

  /** Lanes with rows to send. */
  ActiveSet<HeldLane> workers() {
    return working;
  }

  int working() {
    return working.count();
  }

  /** All of them. */
  int count() {
    return lanes.size();
  }

  /** How many more may be leased for rows that wait. */
  LeaseBudget budget(int most) {
    int all = context.settings().lanes();
    int room = Math.clamp(all - (long) working.count(), 0, most);
    int toProbe = Math.max(1, all / PROBES_SHARE);
    return new LeaseBudget(room, Math.clamp(toProbe - (long) probes.get(), 0, room));
  }

  /** Was leased for rows that wait. */
  void add(LaneLease lease) {
    HeldLane lane = new HeldLane(lease, this, context, true);
    lanes.put(lease.lane(), lane);
    works(lane);
    lane.advance();
  }

  void works(HeldLane lane) {
    working.add(lane);
    if (lane.probing()) {
      probes.incrementAndGet();
    }
  }

  /** It rests from now on, or was given back. */
  void ended(HeldLane lane, boolean rests, boolean foundRows) {
    if (lane.probing()) {
      probes.decrementAndGet();
    }
    working.remove(lane);
    leaser.ended(rests, foundRows);
  }

  /** Whether one more may rest, which is then counted; {@link #wakes} ends that. */
  boolean mayRest() {
    if (resting.incrementAndGet() <= mostAtRest()) {
      return true;
    }
    resting.decrementAndGet();
    return false;
  }

  private int mostAtRest() {
    return Math.max(1, context.settings().lanes() / RESTING_SHARE);
  }

  /** One that rested does not any more. */
  void wakes() {
    resting.decrementAndGet();
  }

  /** It is about to be given back. */
  void forget(HeldLane lane) {
    lanes.remove(lane.lease().lane(), lane);
  }

  // Admission.

  @Override
  public boolean mayLease(String channel) {
    return !stopping
        && resting.get() < mostAtRest()
        && context.keeper().mayStart()
        && context.channels().channel(channel).filter(StartPermits::plain).isPresent();
  }

  @Override
  public void leased(LaneLease lease) {
    resting.incrementAndGet();
    fresh.put(lease.lane(), new HeldLane(lease, this, context, false));
  }

  @Override
  public @Nullable LaneLease admit(long id) {
    HeldLane lane = fresh.isEmpty() ? null : fresh.get(id);
    if (lane == null) {
      lane = lanes.get(id);
    }
    if (lane == null || stopping || !context.keeper().mayStart()) {
      return null;
    }
    ReservedPlace reserved = lane.admit();
    if (reserved == null) {
      return null;
    }
    admitted.add(reserved);
    return lane.lease();
  }

  @Override
  public void born(List<TakenDelivery> rows) {
    if (!fresh.isEmpty()) {
      lanes.putAll(fresh);
      fresh.clear();
    }
    if (rows.isEmpty()) {
      return;
    }
    List<Work> attempts = new ArrayList<>(rows.size());
    for (int i = 0; i < rows.size(); i++) {
      attempts.add(admitted.get(i).attempt(rows.get(i)));
    }
    admitted.clear();
    context.threads().submit(attempts);
  }

  @Override
  public void undone() {
    admitted.forEach(ReservedPlace::undo);
    admitted.clear();
    fresh.values().forEach(lane -> lane.endRest(Long.MIN_VALUE));
    fresh.clear();
  }

  @Override
  public void queued(Collection<Long> ids) {
    tell(ids, HeldLane::queued);
  }

  /**
   * The store has due rows of these lanes: their time came, or other nodes queued them. Called by
   * the thread that leases.
   */
  void found(Collection<Long> ids) {
    tell(ids, HeldLane::found);
    releaseUnknown(ids);
  }

  /**
   * Gives back what the store says is leased to this node and is not here: the commit of its lease
   * failed as far as this node was told. Such a lease is renewed with the others, and would last.
   */
  private void releaseUnknown(Collection<Long> ids) {
    long now = context.timers().nanos();
    unknown.keySet().retainAll(ids);
    unknown.keySet().removeAll(lanes.keySet());
    List<Long> lost = new ArrayList<>();
    for (Long id : ids) {
      if (!lanes.containsKey(id)
          && now - unknown.computeIfAbsent(id, _ -> now) >= UNKNOWN.toNanos()) {
        lost.add(id);
      }
    }
    if (!lost.isEmpty()) {
      LOG.warn("{} leased lanes whose lease was not heard of are given back.", lost.size());
      context.queue().releaseUnknown(lost);
      unknown.keySet().removeAll(lost);
    }
  }

  private void tell(Collection<Long> ids, Consumer<HeldLane> what) {
    List<Work> all = new ArrayList<>();
    for (Long id : ids) {
      HeldLane lane = lanes.get(id);
      if (lane != null) {
        what.accept(lane);
        all.addAll(lane.next());
      }
    }
    context.threads().submit(all);
  }

  // The end.

  /** Nothing more is admitted. */
  void stopAdmission() {
    stopping = true;
  }

  /** All end as soon as they can. */
  void stop() {
    working.forEach(HeldLane::stop);
    releaseAtRest(Long.MIN_VALUE);
  }

  /** Gives back lanes that rest and were idle for long, or are not well. */
  void releaseIdle() {
    releaseAtRest(rest().toNanos());
  }

  private void releaseAtRest(long idleNanos) {
    List<LaneLease> ended = new ArrayList<>();
    for (HeldLane lane : lanes.values()) {
      if (lane.endRest(idleNanos)) {
        ended.add(lane.lease());
      }
    }
    if (!ended.isEmpty()) {
      context.keeper().release(ended);
    }
  }

  /** Gives back all that rest. */
  void releaseResting() {
    releaseAtRest(Long.MIN_VALUE);
  }

  /** How long a lane rests. */
  Duration rest() {
    return context.queue().nodes() > 1 ? AMONG_OTHERS : ALONE;
  }
}
