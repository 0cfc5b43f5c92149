package org.messgateway.benchmarks;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Waiting is part of the measurement: items come at a rate. */
final class PreciseDelay {

  private PreciseDelay() {}

  static void of(Duration duration) throws InterruptedException {
    until(System.nanoTime() + duration.toNanos());
  }

  /** Until {@link System#nanoTime()} says this. */
  static void until(long nanos) throws InterruptedException {
    for (long left = nanos - System.nanoTime(); left > 0; left = nanos - System.nanoTime()) {
      LockSupport.parkNanos(left);
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
    }
  }
}
