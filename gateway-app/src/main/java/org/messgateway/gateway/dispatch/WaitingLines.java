package org.messgateway.gateway.dispatch;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import org.messgateway.gateway.dispatch.InFlight.Standing;

/**
 * Those who wait for the same scarce thing, in a line for each standing, so that nobody waits
 * behind one of another standing. Each line is served in order. For use under a lock.
 */
final class WaitingLines {

  private final Map<Standing, Deque<Waiter>> lines = new EnumMap<>(Standing.class);

  WaitingLines() {
    for (Standing standing : Standing.values()) {
      lines.put(standing, new ArrayDeque<>());
    }
  }

  void add(Waiter waiter) {
    line(waiter.standing()).add(waiter);
  }

  /** It waits no more; nothing happens when it was served already. */
  void remove(Waiter waiter) {
    line(waiter.standing()).remove(waiter);
  }

  /** Serves a line from its head on while there is something to give to the next. */
  void serve(Standing standing, Predicate<Waiter> enough) {
    Deque<Waiter> line = line(standing);
    while (!line.isEmpty() && enough.test(line.element())) {
      line.remove().grant();
    }
  }

  /** All who wait are told that they wait for nothing. */
  void sendAway() {
    lines
        .values()
        .forEach(line -> {
          line.forEach(Waiter::sendAway);
          line.clear();
        });
  }

  private Deque<Waiter> line(Standing standing) {
    return Objects.requireNonNull(lines.get(standing));
  }
}
