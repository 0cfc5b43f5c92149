package org.messgateway.gateway.dispatch;

import java.time.Duration;

/**
 * Elapsed time inside the process and what is to happen after some of it. Tests move it; nothing in
 * this package asks another clock for a duration.
 */
public interface Timers {

  /** Monotonic; only differences mean something. */
  long nanos();

  /**
   * Runs {@code action} once, after {@code delay}, on a thread that all timers share: it must be
   * short and must not block.
   */
  Alarm after(Duration delay, Runnable action);

  /** An action that has not happened yet. */
  interface Alarm {

    /** It shall not happen; does nothing when it has. */
    void cancel();
  }
}
