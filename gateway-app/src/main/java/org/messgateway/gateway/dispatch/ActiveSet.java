package org.messgateway.gateway.dispatch;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;

/** The members that are active now, with a wait until there are none. Thread-safe. */
final class ActiveSet<T> {

  private final Set<T> active = ConcurrentHashMap.newKeySet();
  private final Semaphore emptied = new Semaphore(0);

  void add(T one) {
    active.add(one);
  }

  void remove(T one) {
    active.remove(one);
    // Several before one wait are one: a permit more than needed only costs a look.
    if (active.isEmpty() && emptied.availablePermits() == 0) {
      emptied.release();
    }
  }

  int count() {
    return active.size();
  }

  void forEach(Consumer<T> action) {
    active.forEach(action);
  }

  /**
   * Waits until no member is active; for one caller at a time.
   *
   * @return false when there still is one after {@code most}
   */
  boolean awaitEmpty(Duration most, Timers timers) throws InterruptedException {
    long start = timers.nanos();
    while (!active.isEmpty()) {
      Duration left = most.minusNanos(timers.nanos() - start);
      if (!left.isPositive()) {
        return false;
      }
      Timers.Alarm alarm = timers.after(left, emptied::release);
      try {
        emptied.acquire();
      } finally {
        alarm.cancel();
      }
    }
    return true;
  }
}
