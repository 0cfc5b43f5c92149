package org.messgateway.gateway.dispatch;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.messgateway.gateway.home.BackgroundLoop;

/**
 * Elapsed time of the process, and actions after a delay. Every duration in this package comes from
 * here, so that tests can move time.
 */
public interface Timers {

  /** Monotonic; only differences mean something. */
  long nanos();

  /**
   * Runs {@code action} once, after {@code delay}, on a thread that all timers share: it must be
   * short and must not block.
   */
  Alarm after(Duration delay, Runnable action);

  /** Waits for so long. */
  default void sleep(Duration time) throws InterruptedException {
    CountDownLatch over = new CountDownLatch(1);
    Alarm alarm = after(time, over::countDown);
    try {
      over.await();
    } finally {
      alarm.cancel();
    }
  }

  /** Alarms for loops of the home. */
  static BackgroundLoop.Alarms alarms(Timers timers) {
    return (delay, action) -> timers.after(delay, action)::cancel;
  }

  /** A scheduled action. */
  interface Alarm {

    /** Cancels the action; does nothing when it has run. */
    void cancel();
  }
}
