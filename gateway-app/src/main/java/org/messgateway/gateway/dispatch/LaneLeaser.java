package org.messgateway.gateway.dispatch;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.home.BackgroundLoop;
import org.messgateway.gateway.queue.DeliveryQueue;
import org.messgateway.gateway.queue.LaneLease;
import org.messgateway.gateway.queue.LeaseBudget;
import org.messgateway.gateway.queue.LeaseOnCommit;
import org.messgateway.gateway.queue.LeasedLane;
import org.messgateway.gateway.queue.TakenDelivery;

/**
 * Leases lanes that have due rows and starts a {@link LaneWorker} for each. A healthy lane is
 * leased by the commit that makes a row of it due ({@link LeaseOnCommit}). All other lanes are
 * leased by a background loop, which the queue and the next due time wake. Errors do not end the
 * loop.
 */
final class LaneLeaser implements LeaseOnCommit {

  private static final int PAGE = 64;

  /** Workers that probe wait long for their few places, so they hold half of the leases at most. */
  private static final int PROBES_SHARE = 2;

  private static final Duration LONGEST_REST = Duration.ofMinutes(1);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);

  /** Least time between two looks at the store that find nothing. */
  private static final Duration SHORTEST_REST = Duration.ofMillis(10);

  private static final int EMPTY_LEASES = 3;

  private final DeliveryQueue queue;
  private final DispatchContext context;
  private final ActiveSet<LaneWorker> workers = new ActiveSet<>();
  private final KeptLanes kept;
  private final AtomicInteger probes = new AtomicInteger();
  private final AtomicInteger emptyLeases = new AtomicInteger();
  private final BackgroundLoop loop;
  private volatile boolean stopping;

  /**
   * Set before the check of the leases, so that a renewal during the check still wakes the loop.
   */
  private volatile boolean waitsForRenewal;

  LaneLeaser(DispatchContext context) {
    this.queue = context.queue();
    this.context = context;
    this.kept = new KeptLanes(context, this::resumed);
    this.loop =
        BackgroundLoop.stepping(
            "dispatch", this::step, LONGEST_PAUSE, Timers.alarms(context.timers()));
  }

  void start() {
    queue.onWork(loop::wake);
    queue.leaseOnCommit(this);
    loop.start();
  }

  void wake() {
    loop.wake();
  }

  /** The keeper renewed the leases; wakes the loop if it waits for that. */
  void renewed() {
    if (waitsForRenewal) {
      loop.wake();
    }
  }

  /** The loop that leases. */
  BackgroundLoop loop() {
    return loop;
  }

  /** Failed steps in a row. */
  int failures() {
    return loop.failures();
  }

  /** One for each lane that is leased now. */
  ActiveSet<LaneWorker> workers() {
    return workers;
  }

  /** All workers end as soon as they can. */
  void stopWorkers() {
    workers.forEach(LaneWorker::stop);
    releaseResting();
  }

  /** Gives back all lanes that have a lease and no row to send. */
  void releaseResting() {
    release(kept.all());
  }

  private void release(List<LaneLease> lanes) {
    if (!lanes.isEmpty()) {
      context.keeper().release(lanes);
    }
  }

  /** Nothing more is leased once this returns. */
  void stop() {
    stopping = true;
    queue.leaseOnCommit(null);
    loop.close();
  }

  private Duration step() {
    waitsForRenewal = true;
    if (!context.keeper().mayStart()) {
      return context.settings().renewEvery();
    }
    waitsForRenewal = false;
    release(kept.expired());
    context.senders().trim();
    LeaseBudget budget = leaseRoom();
    while (budget.lanes() > 0) {
      List<LeasedLane> leased = queue.lease(budget, first());
      leased.forEach(this::startWorker);
      boolean all = leased.size() < budget.lanes();
      budget = leaseRoom();
      if (all) {
        return rest(budget);
      }
    }
    findRowsOfKept();
    return kept.longest();
  }

  /**
   * Rows whose time came, and rows of other nodes: nobody told this one of them. Workers find their
   * own rows, unless they are about to have their lane rest.
   */
  private void findRowsOfKept() {
    if (!kept.isEmpty()) {
      kept.found(queue.dueLanesHeld());
    }
  }

  private LeaseBudget leaseRoom() {
    int lanes = Math.clamp(context.settings().lanes() - (long) workers.count(), 0, PAGE);
    int most = Math.max(1, context.settings().lanes() / PROBES_SHARE);
    return new LeaseBudget(lanes, Math.clamp(most - (long) probes.get(), 0, lanes));
  }

  @Override
  public int room() {
    return leasesOnCommit() ? leaseRoom().lanes() : 0;
  }

  /** After leases that found no row only the loop leases, because it pauses. */
  private boolean leasesOnCommit() {
    return !stopping && context.keeper().mayStart() && emptyLeases.get() < EMPTY_LEASES;
  }

  @Override
  public ToIntFunction<LaneLease> first() {
    int room =
        PrefetchPolicy.room(
            context.settings().attempts(), context.inFlight().attempts(), this::rowsNotStarted);
    return new PrefetchPolicy(context.channels(), context.health(), room);
  }

  private int rowsNotStarted() {
    AtomicInteger rows = new AtomicInteger();
    workers.forEach(worker -> rows.addAndGet(worker.notStarted()));
    return rows.get();
  }

  @Override
  public void leased(List<LeasedLane> lanes) {
    lanes.forEach(this::startWorker);
  }

  @Override
  public @Nullable LaneLease admit(long lane) {
    return !stopping && context.keeper().mayStart() ? kept.admit(lane) : null;
  }

  @Override
  public void born(List<TakenDelivery> rows) {
    kept.born(rows).forEach(context::start);
  }

  @Override
  public void queued(Collection<Long> lanes) {
    kept.queued(lanes);
  }

  @Override
  public void undone() {
    kept.undone();
  }

  private void startWorker(LeasedLane leased) {
    KeptLane lane = new KeptLane(leased.lease(), context);
    LaneWorker worker = worker(lane, leased);
    lane.work(worker);
    if (kept.leased(lane)) {
      worker.queued();
    }
    start(worker);
  }

  /** For rows of a lane that rested. */
  private LaneWorker resumed(KeptLane lane) {
    LaneWorker worker = worker(lane, new LeasedLane(lane.lease(), List.of(), true));
    start(worker);
    return worker;
  }

  private LaneWorker worker(KeptLane lane, LeasedLane leased) {
    return new LaneWorker(lane, leased, kept, context, workers::count, this::ended);
  }

  private void start(LaneWorker worker) {
    workers.add(worker);
    probes.addAndGet(worker.probing() ? 1 : 0);
    context.threads().start("lane " + worker.lease().lane(), worker);
  }

  /**
   * Wakes the loop: for rows that became ready meanwhile, and for rows of a lane that rests whose
   * time has yet to come. Later where leases keep finding none.
   */
  private void ended(LaneWorker worker) {
    workers.remove(worker);
    probes.addAndGet(worker.probing() ? -1 : 0);
    boolean soon = worker.foundRows();
    if (soon) {
      emptyLeases.set(0);
    } else if (!worker.rested()) {
      soon = emptyLeases.incrementAndGet() < EMPTY_LEASES;
    }
    if (soon) {
      loop.wake();
    } else {
      context.timers().after(SHORTEST_REST.multipliedBy(2), loop::wake);
    }
  }

  private Duration rest(LeaseBudget budget) {
    Instant now = context.clock().instant();
    Instant next = queue.nextDue(budget).orElse(Instant.MAX);
    // Only now: a row that becomes due in between would be neither found nor waited for.
    findRowsOfKept();
    Duration longest = kept.isEmpty() ? LONGEST_REST : kept.longest();
    Duration wait = next.isAfter(now.plus(longest)) ? longest : Duration.between(now, next);
    return wait.compareTo(SHORTEST_REST) < 0 ? SHORTEST_REST : wait;
  }
}
