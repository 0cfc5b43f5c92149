package org.messgateway.gateway.dispatch;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Wakes one waiting thread; raised before it waits, it does not wait at all. */
final class Signal {

  /** No wait is for ever: a lost wake-up would cost this much, not the lane. */
  private static final Duration LONGEST = Duration.ofMinutes(1);

  private final Semaphore raised = new Semaphore(0);

  void raise() {
    // Several raises before one wait are one: a permit more than needed only costs a look.
    if (raised.availablePermits() == 0) {
      raised.release();
    }
  }

  /** Until raised, at most a minute of real time: who waits looks again at what it waits for. */
  void await() throws InterruptedException {
    if (raised.tryAcquire(LONGEST.toSeconds(), TimeUnit.SECONDS)) {
      raised.drainPermits();
    }
  }

  /** Until raised or until this much has passed by the timers. */
  void await(Duration most, Timers timers) throws InterruptedException {
    if (raised.tryAcquire()) {
      raised.drainPermits();
      return;
    }
    Timers.Alarm alarm = timers.after(most, this::raise);
    try {
      await();
    } finally {
      alarm.cancel();
    }
  }
}
