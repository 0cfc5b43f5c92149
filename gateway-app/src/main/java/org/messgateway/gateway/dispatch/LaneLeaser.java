package org.messgateway.gateway.dispatch;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ToIntFunction;
import org.messgateway.gateway.home.BackgroundLoop;
import org.messgateway.gateway.queue.DeliveryQueue;
import org.messgateway.gateway.queue.LaneLease;
import org.messgateway.gateway.queue.LeaseBudget;
import org.messgateway.gateway.queue.LeaseOnCommit;
import org.messgateway.gateway.queue.LeasedLane;

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
    return LONGEST_REST;
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

  private void startWorker(LeasedLane leased) {
    LaneWorker worker = new LaneWorker(leased, context, workers::count, this::ended);
    workers.add(worker);
    probes.addAndGet(worker.probing() ? 1 : 0);
    context.threads().start("lane " + leased.lease().lane(), worker);
  }

  /** Wakes the loop for rows that became ready meanwhile; later where leases keep finding none. */
  private void ended(LaneWorker worker) {
    workers.remove(worker);
    probes.addAndGet(worker.probing() ? -1 : 0);
    int inARow = worker.foundRows() ? reset() : emptyLeases.incrementAndGet();
    if (inARow < EMPTY_LEASES) {
      loop.wake();
    } else {
      context.timers().after(SHORTEST_REST.multipliedBy(2), loop::wake);
    }
  }

  private int reset() {
    emptyLeases.set(0);
    return 0;
  }

  private Duration rest(LeaseBudget budget) {
    Instant now = context.clock().instant();
    Duration wait =
        queue.nextDue(budget).map(due -> Duration.between(now, due)).orElse(LONGEST_REST);
    if (wait.compareTo(SHORTEST_REST) < 0) {
      return SHORTEST_REST;
    }
    return wait.compareTo(LONGEST_REST) > 0 ? LONGEST_REST : wait;
  }
}
