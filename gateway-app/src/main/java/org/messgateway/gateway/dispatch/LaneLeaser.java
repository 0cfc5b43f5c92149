package org.messgateway.gateway.dispatch;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.messgateway.gateway.home.BackgroundLoop;
import org.messgateway.gateway.queue.DeliveryQueue;
import org.messgateway.gateway.queue.LaneLease;
import org.messgateway.gateway.queue.LeaseBudget;

/**
 * Leases lanes that have rows which wait and are due, by a background loop that the queue and the
 * next due time wake. Lanes of new rows are leased at their admission ({@link HeldLanes}). Errors
 * do not end the loop.
 */
final class LaneLeaser {

  private static final int PAGE = 64;
  private static final Duration LONGEST_REST = Duration.ofMinutes(1);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);

  /** Least time between two looks at the store that find nothing. */
  private static final Duration SHORTEST_REST = Duration.ofMillis(10);

  /** After so many leases that found no row the next waits. */
  private static final int EMPTY_LEASES = 3;

  private final DeliveryQueue queue;
  private final DispatchContext context;
  private final HeldLanes lanes;
  private final AtomicInteger emptyLeases = new AtomicInteger();
  private final BackgroundLoop loop;

  /**
   * Set before the check of the leases, so that a renewal during the check still wakes the loop.
   */
  private volatile boolean waitsForRenewal;

  LaneLeaser(DispatchContext context) {
    this.queue = context.queue();
    this.context = context;
    this.lanes = new HeldLanes(context, this);
    this.loop =
        BackgroundLoop.stepping(
            "dispatch", this::step, LONGEST_PAUSE, Timers.alarms(context.timers()));
  }

  void start() {
    queue.onWork(loop::wake);
    queue.admitWith(lanes);
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

  HeldLanes lanes() {
    return lanes;
  }

  /** Nothing more is leased once this returns. */
  void stop() {
    lanes.stopAdmission();
    queue.admitWith(null);
    loop.close();
  }

  private Duration step() {
    waitsForRenewal = true;
    if (!context.keeper().mayStart()) {
      return context.settings().renewEvery();
    }
    waitsForRenewal = false;
    lanes.releaseIdle();
    LeaseBudget budget = lanes.budget(PAGE);
    while (budget.lanes() > 0) {
      List<LaneLease> leased = queue.lease(budget);
      leased.forEach(lanes::add);
      boolean all = leased.size() < budget.lanes();
      budget = lanes.budget(PAGE);
      if (all) {
        return rest(budget);
      }
    }
    findRowsOfHeld();
    return lanes.rest();
  }

  /**
   * Rows whose time came, and rows of other nodes: nobody told this one of them. Lanes at work find
   * their own rows, unless they are about to rest.
   */
  private void findRowsOfHeld() {
    lanes.found(queue.dueLanesHeld());
  }

  /**
   * A lane has nothing more to send for now. Wakes the loop: for rows that became ready meanwhile,
   * and for rows of a lane that rests whose time has yet to come. Later where leases keep finding
   * none. Does not block.
   *
   * @param rests whether it stays leased without rows
   * @param foundRows whether it had any
   */
  void ended(boolean rests, boolean foundRows) {
    boolean soon = foundRows;
    if (foundRows) {
      emptyLeases.set(0);
    } else if (!rests) {
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
    findRowsOfHeld();
    Duration longest = lanes.count() > 0 ? lanes.rest() : LONGEST_REST;
    Duration wait = next.isAfter(now.plus(longest)) ? longest : Duration.between(now, next);
    return wait.compareTo(SHORTEST_REST) < 0 ? SHORTEST_REST : wait;
  }
}
