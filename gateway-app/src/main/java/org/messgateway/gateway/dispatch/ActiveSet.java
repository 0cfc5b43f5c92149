package org.messgateway.gateway.dispatch;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** The members that are active now, with a wait until there are none. Thread-safe. */
final class ActiveSet<T> {

  private final Set<T> active = ConcurrentHashMap.newKeySet();
  private final WakeSignal empty = new WakeSignal();

  void add(T one) {
    active.add(one);
  }

  void remove(T one) {
    active.remove(one);
    if (active.isEmpty()) {
      empty.raise();
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
      empty.await(left, timers);
    }
    return true;
  }
}
