package org.messgateway.gateway.dispatch;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** Who is at work: each signs in and out, and one may wait until all are gone. */
final class Roster<T> {

  private final Set<T> present = ConcurrentHashMap.newKeySet();
  private final Signal empty = new Signal();

  void in(T one) {
    present.add(one);
  }

  void out(T one) {
    present.remove(one);
    if (present.isEmpty()) {
      empty.raise();
    }
  }

  int count() {
    return present.size();
  }

  void forEach(Consumer<T> action) {
    present.forEach(action);
  }

  /**
   * Waits until nobody is left; one caller at a time.
   *
   * @return false when somebody still is after {@code most}
   */
  boolean awaitEmpty(Duration most, Timers timers) throws InterruptedException {
    long start = timers.nanos();
    while (!present.isEmpty()) {
      Duration left = most.minusNanos(timers.nanos() - start);
      if (!left.isPositive()) {
        return false;
      }
      empty.await(left, timers);
    }
    return true;
  }
}
