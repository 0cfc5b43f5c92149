package org.messgateway.gateway.dispatch;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.messgateway.gateway.dispatch.InFlightLimiter.Place;
import org.messgateway.gateway.dispatch.InFlightLimiter.PlaceClass;

/**
 * The places that wait for the same scarce resource: one FIFO queue per class of places, so that
 * none waits behind one of another class. For use under the limiter's lock.
 */
final class WaitQueues {

  private final Map<PlaceClass, Deque<Place>> queues = new EnumMap<>(PlaceClass.class);
  private final Consumer<Place> grant;
  private int count;

  /**
   * @param grant books what the place waited for, and tells it; must not block
   */
  WaitQueues(Consumer<Place> grant) {
    this.grant = grant;
    for (PlaceClass placeClass : PlaceClass.values()) {
      queues.put(placeClass, new ArrayDeque<>());
    }
  }

  boolean isEmpty() {
    return count == 0;
  }

  void add(Place place) {
    queue(place.placeClass()).add(place);
    count++;
  }

  /** Whether anybody waits for this class. */
  boolean waits(PlaceClass placeClass) {
    return count > 0 && !queue(placeClass).isEmpty();
  }

  /** Ends the wait of one; does nothing when it was served already. */
  void remove(Place place) {
    if (queue(place.placeClass()).remove(place)) {
      count--;
    }
  }

  /** Grants from the head of a queue on, while {@code enough} says that the next one fits. */
  void serve(PlaceClass placeClass, Predicate<Place> enough) {
    Deque<Place> queue = queue(placeClass);
    while (!queue.isEmpty() && enough.test(queue.element())) {
      count--;
      grant.accept(queue.remove());
    }
  }

  /** Ends all waits without a grant. */
  void dismissAll(Consumer<Place> tell) {
    for (Deque<Place> queue : queues.values()) {
      queue.forEach(tell);
      queue.clear();
    }
    count = 0;
  }

  private Deque<Place> queue(PlaceClass placeClass) {
    return Objects.requireNonNull(queues.get(placeClass));
  }
}
