package org.messgateway.gateway.dispatch;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ToIntFunction;
import org.messgateway.gateway.queue.DeliveryQueue;
import org.messgateway.gateway.queue.LaneLease;
import org.messgateway.gateway.queue.LeaseOrder;
import org.messgateway.gateway.queue.LeaseRoom;
import org.messgateway.gateway.queue.LeasedLane;

/**
 * Leases lanes that have something due and runs each on a virtual thread: those that get work, by a
 * standing order, with the commit that brings it; all others in a loop, woken by the queue and by
 * the next due time. Never busy, never ended by an error.
 */
final class Leasing implements LeaseOrder {

  private static final int PAGE = 64;

  /**
   * Probes wait for places that are few; however many do, half of the leases are left to others.
   */
  private static final int PROBES_SHARE = 2;

  private static final Duration LONGEST_REST = Duration.ofMinutes(1);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);

  /** However wrong a due time may be, the store is not asked more often than this without work. */
  private static final Duration SHORTEST_REST = Duration.ofMillis(10);

  private static final int FRUITLESS_IN_A_ROW = 3;

  private final DeliveryQueue queue;
  private final Work work;
  private final Roster<LaneRun> runs = new Roster<>();
  private final AtomicInteger probes = new AtomicInteger();
  private final AtomicInteger fruitless = new AtomicInteger();
  private final EnduringLoop loop;
  private volatile boolean stopping;

  /** Set before it is known, so that no renewal in between goes unheard. */
  private volatile boolean waitsForRenewal;

  Leasing(Work work) {
    this.queue = work.queue();
    this.work = work;
    this.loop = new EnduringLoop("dispatch", this::step, LONGEST_PAUSE, work.timers());
  }

  void start() {
    queue.onWork(loop::wake);
    queue.leaseWithWork(this);
    loop.start();
  }

  void wake() {
    loop.wake();
  }

  /** Leases can be trusted again, perhaps. */
  void renewed() {
    if (waitsForRenewal) {
      loop.wake();
    }
  }

  /** Failed steps in a row. */
  int failures() {
    return loop.failures();
  }

  /** Lanes leased now. */
  Roster<LaneRun> runs() {
    return runs;
  }

  /** All runs end as soon as they can. */
  void retireRuns() {
    runs.forEach(LaneRun::retire);
  }

  /** Nothing more is leased once this returns. */
  void stop() {
    stopping = true;
    queue.leaseWithWork(null);
    loop.close();
  }

  private Duration step() {
    waitsForRenewal = true;
    if (!work.keeper().mayStart()) {
      return work.settings().renewEvery();
    }
    waitsForRenewal = false;
    LeaseRoom room = leaseRoom();
    while (room.lanes() > 0) {
      List<LeasedLane> leased = queue.lease(room, first());
      leased.forEach(this::run);
      boolean all = leased.size() < room.lanes();
      room = leaseRoom();
      if (all) {
        return rest(room);
      }
    }
    return LONGEST_REST;
  }

  private LeaseRoom leaseRoom() {
    int lanes = Math.clamp(work.settings().lanes() - (long) runs.count(), 0, PAGE);
    int most = Math.max(1, work.settings().lanes() / PROBES_SHARE);
    return new LeaseRoom(lanes, Math.clamp(most - (long) probes.get(), 0, lanes));
  }

  @Override
  public int room() {
    return takesOrders() ? leaseRoom().lanes() : 0;
  }

  /** Lanes that are leased for nothing are left to the loop, which pauses. */
  private boolean takesOrders() {
    return !stopping && work.keeper().mayStart() && fruitless.get() < FRUITLESS_IN_A_ROW;
  }

  @Override
  public ToIntFunction<LaneLease> first() {
    int room = FirstRows.room(work.settings().attempts(), work.inFlight().attempts(), this::inHand);
    return new FirstRows(work.channels(), work.memories(), room);
  }

  private int inHand() {
    AtomicInteger rows = new AtomicInteger();
    runs.forEach(run -> rows.addAndGet(run.inHand()));
    return rows.get();
  }

  @Override
  public void leased(List<LeasedLane> lanes) {
    lanes.forEach(this::run);
  }

  private void run(LeasedLane leased) {
    LaneRun run = new LaneRun(leased, work, runs::count, this::ended);
    runs.in(run);
    probes.addAndGet(run.probing() ? 1 : 0);
    work.threads().start("lane " + leased.lease().lane(), run);
  }

  /** What became ready while the lane was leased is found at once; a loop over nothing is not. */
  private void ended(LaneRun run) {
    runs.out(run);
    probes.addAndGet(run.probing() ? -1 : 0);
    int inARow = run.fruitful() ? reset() : fruitless.incrementAndGet();
    if (inARow < FRUITLESS_IN_A_ROW) {
      loop.wake();
    } else {
      work.timers().after(SHORTEST_REST.multipliedBy(2), loop::wake);
    }
  }

  private int reset() {
    fruitless.set(0);
    return 0;
  }

  private Duration rest(LeaseRoom room) {
    Instant now = work.clock().instant();
    Duration wait = queue.nextDue(room).map(due -> Duration.between(now, due)).orElse(LONGEST_REST);
    if (wait.compareTo(SHORTEST_REST) < 0) {
      return SHORTEST_REST;
    }
    return wait.compareTo(LONGEST_REST) > 0 ? LONGEST_REST : wait;
  }
}
