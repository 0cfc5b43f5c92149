package org.messgateway.gateway.dispatch;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.queue.LaneLease;
import org.messgateway.gateway.queue.TakenDelivery;

/**
 * The lanes that this node has leased. Those without rows rest: they stay leased for a while, so
 * that their next rows need no lease and no take. Among several nodes they rest for a second only,
 * because others may have work for them. ReservedPlace and hand-over run on the writer's thread.
 */
final class KeptLanes {

  static final Duration ALONE = Duration.ofSeconds(15);
  static final Duration AMONG_OTHERS = Duration.ofSeconds(1);

  /** One in so many lanes that may be leased at once may rest beside them. */
  private static final int RESTING_SHARE = 4;

  private final DispatchContext context;
  private final Function<KeptLane, LaneWorker> workers;
  private final Map<Long, KeptLane> lanes = new ConcurrentHashMap<>();
  private final AtomicInteger resting = new AtomicInteger();

  /** Lanes that got rows between the commit of their lease and its hand-over. */
  private final Set<Long> early = ConcurrentHashMap.newKeySet();

  /** Of the writer's thread. */
  private final List<KeptLane.ReservedPlace> admitted = new ArrayList<>();

  /**
   * @param workers makes and starts a worker for rows of a lane that rested; must not block
   */
  KeptLanes(DispatchContext context, Function<KeptLane, LaneWorker> workers) {
    this.context = context;
    this.workers = workers;
  }

  /** A lane was leased; its worker is to look for rows when this says so. */
  boolean leased(KeptLane lane) {
    lanes.put(lane.lease().lane(), lane);
    return early.remove(lane.lease().lane());
  }

  /** A worker gives its lane back. */
  void ended(KeptLane lane) {
    lanes.remove(lane.lease().lane(), lane);
  }

  /**
   * A worker found no further row and would have its lane rest.
   *
   * @return whether it rests; otherwise the lane is to be given back, or has rows
   */
  boolean rest(KeptLane lane) {
    if (resting.incrementAndGet() <= Math.max(1, context.settings().lanes() / RESTING_SHARE)
        && lane.rest()) {
      return true;
    }
    resting.decrementAndGet();
    return false;
  }

  /** Whether this node has leased no lane. */
  boolean isEmpty() {
    return lanes.isEmpty();
  }

  /** Rows that are due were queued on these lanes; starts workers where lanes rested. */
  void queued(Collection<Long> ids) {
    for (Long id : ids) {
      KeptLane lane = lanes.get(id);
      if (lane == null) {
        early.add(id);
        lane = lanes.get(id);
      }
      work(lane);
    }
  }

  /**
   * Rows that are due were found on these lanes. A lane with a worker may be about to rest, so its
   * worker looks once more.
   */
  void found(Collection<Long> ids) {
    ids.forEach(id -> work(lanes.get(id)));
  }

  private void work(@Nullable KeptLane lane) {
    if (lane != null && lane.queued(workers) != null) {
      resting.decrementAndGet();
    }
  }

  @Nullable LaneLease admit(long id) {
    KeptLane lane = lanes.get(id);
    KeptLane.ReservedPlace admission = lane == null ? null : lane.admit();
    if (lane == null || admission == null) {
      return null;
    }
    admitted.add(admission);
    return lane.lease();
  }

  /** Attempts of the rows that were admitted, in their order. */
  List<Attempt> born(List<TakenDelivery> rows) {
    List<Attempt> attempts = new ArrayList<>(rows.size());
    for (int i = 0; i < rows.size(); i++) {
      KeptLane.ReservedPlace admission = admitted.get(i);
      AttemptContext of =
          new AttemptContext(
              rows.get(i),
              admission.channel(),
              admission.lane().memory(),
              admission.lane().account(),
              context.clock().instant());
      attempts.add(new Attempt(of, admission.place(), context, true));
    }
    admitted.clear();
    return attempts;
  }

  void undone() {
    admitted.forEach(KeptLane.ReservedPlace::undo);
    admitted.clear();
  }

  /** Takes out lanes that rest and were idle for long, or are not well: they are given back. */
  List<LaneLease> expired() {
    long longest = longest().toNanos();
    long now = context.timers().nanos();
    List<LaneLease> ended = new ArrayList<>();
    for (KeptLane lane : lanes.values()) {
      if (lane.resting() && (now - lane.usedNanos() >= longest || !lane.mayRest())) {
        giveUp(lane, ended);
      }
    }
    return ended;
  }

  /** Takes out all that rest. */
  List<LaneLease> all() {
    List<LaneLease> ended = new ArrayList<>();
    lanes.values().forEach(lane -> giveUp(lane, ended));
    return ended;
  }

  private void giveUp(KeptLane lane, List<LaneLease> ended) {
    if (lane.giveUp()) {
      resting.decrementAndGet();
      lanes.remove(lane.lease().lane(), lane);
      context.health().close(lane.lease().lane());
      ended.add(lane.lease());
    }
  }

  /** How long a lane rests. */
  Duration longest() {
    return context.queue().nodes() > 1 ? AMONG_OTHERS : ALONE;
  }
}
