package org.messgateway.gateway.dispatch;

import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Real time; one daemon thread, ended by {@link #close()}. */
public final class SystemTimers implements Timers, AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(SystemTimers.class);
  private static final Duration LAST_ACTION = Duration.ofSeconds(5);

  private final ScheduledThreadPoolExecutor executor;

  public SystemTimers() {
    executor =
        new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().daemon().name("mess-timers").factory());
    // Nearly every alarm is cancelled, since nearly every attempt ends in time.
    executor.setRemoveOnCancelPolicy(true);
    executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
  }

  @Override
  public long nanos() {
    return System.nanoTime();
  }

  @Override
  public Alarm after(Duration delay, Runnable action) {
    Future<?> future =
        executor.schedule(() -> guarded(action), delay.toNanos(), TimeUnit.NANOSECONDS);
    return () -> future.cancel(false);
  }

  /** A scheduled action that throws is silent in Java; here it is not. */
  private static void guarded(Runnable action) {
    try {
      action.run();
    } catch (RuntimeException e) {
      LOG.error("A timer's action failed; the gateway goes on.", e);
    }
  }

  @Override
  public void close() {
    executor.shutdownNow();
    try {
      if (!executor.awaitTermination(LAST_ACTION.toMillis(), TimeUnit.MILLISECONDS)) {
        LOG.warn("The timers' thread did not end within {} s.", LAST_ACTION.toSeconds());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
