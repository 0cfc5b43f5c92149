package org.messgateway.gateway.home;

import java.util.concurrent.locks.LockSupport;

/**
 * A yield to all who want to run, for virtual threads whose work comes from outside and never ends
 * by itself, such as requests of a caller that sends one after the other.
 *
 * <p>A virtual thread is not preempted, and {@code Thread.yield} is not fair: a carrier goes on
 * with the threads that virtual threads have woken on it, and looks for those that a platform
 * thread has woken only when there are none. Clients by the dozen that ask without a pause keep it
 * from that for as long as they like, and deliveries, leases and timers stand still. So this one
 * parks for a moment, and is woken by the scheduler's own platform thread behind all who wait.
 * Figures: docs/decisions/http.md#http-21.
 */
public final class FairYield {

  private FairYield() {}

  /** Takes some 50 µs where nobody else wants to run. */
  public static void yieldToAll() {
    LockSupport.parkNanos(1);
  }
}
