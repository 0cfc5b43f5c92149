package org.messgateway.gateway.dispatch;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Wakes one waiting thread. A signal raised before the wait ends the wait at once. */
final class WakeSignal {

  /** Longest wait, so that a lost signal delays a lane and does not stop it. */
  private static final Duration LONGEST = Duration.ofMinutes(1);

  private final Semaphore raised = new Semaphore(0);

  void raise() {
    // Several raises before one wait are one: a permit more than needed only costs a look.
    if (raised.availablePermits() == 0) {
      raised.release();
    }
  }

  /** Waits until raised, at most 1 minute of real time; callers check their condition again. */
  void await() throws InterruptedException {
    if (raised.tryAcquire(LONGEST.toSeconds(), TimeUnit.SECONDS)) {
      raised.drainPermits();
    }
  }

  /** Waits until raised, or until this much time has passed by the timers. */
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
