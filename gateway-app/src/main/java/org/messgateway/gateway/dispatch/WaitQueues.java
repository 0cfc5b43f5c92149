package org.messgateway.gateway.dispatch;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.messgateway.gateway.dispatch.InFlightLimiter.PlaceClass;

/**
 * Threads that wait for the same scarce resource: one FIFO queue per class of places, so that no
 * thread waits behind one of another class. For use under the caller's lock, but for {@link
 * Waiter#awaitAnswer()}.
 */
final class WaitQueues {

  private final Map<PlaceClass, Deque<Waiter>> queues = new EnumMap<>(PlaceClass.class);

  WaitQueues() {
    for (PlaceClass placeClass : PlaceClass.values()) {
      queues.put(placeClass, new ArrayDeque<>());
    }
  }

  void add(Waiter waiter) {
    queue(waiter.placeClass()).add(waiter);
  }

  /** Whether anybody waits for this class. */
  boolean waits(PlaceClass placeClass) {
    return !queue(placeClass).isEmpty();
  }

  /** Ends the wait of one; does nothing when it was served already. */
  void remove(Waiter waiter) {
    queue(waiter.placeClass()).remove(waiter);
  }

  /** Grants from the head of a queue on, while {@code enough} says that the next one fits. */
  void serve(PlaceClass placeClass, Predicate<Waiter> enough) {
    Deque<Waiter> queue = queue(placeClass);
    while (!queue.isEmpty() && enough.test(queue.element())) {
      queue.remove().grant();
    }
  }

  /** Ends all waits without a grant. */
  void dismissAll() {
    queues
        .values()
        .forEach(queue -> {
          queue.forEach(Waiter::dismiss);
          queue.clear();
        });
  }

  private Deque<Waiter> queue(PlaceClass placeClass) {
    return Objects.requireNonNull(queues.get(placeClass));
  }

  /**
   * One thread in a queue, until it is granted a place or bytes, or dismissed. Others grant and
   * dismiss, under their lock.
   */
  static final class Waiter {

    private final PlaceClass placeClass;
    private final long bytes;
    private final Runnable take;
    private final Semaphore answered = new Semaphore(0);
    private volatile boolean granted;

    /**
     * @param bytes that it waits for; 0 when it waits for a place
     * @param take books the place or the bytes, in the same step as the grant
     */
    Waiter(PlaceClass placeClass, long bytes, Runnable take) {
      this.placeClass = placeClass;
      this.bytes = bytes;
      this.take = take;
    }

    PlaceClass placeClass() {
      return placeClass;
    }

    long bytes() {
      return bytes;
    }

    void grant() {
      take.run();
      granted = true;
      answered.release();
    }

    void dismiss() {
      answered.release();
    }

    boolean granted() {
      return granted;
    }

    void awaitAnswer() throws InterruptedException {
      boolean done = false;
      // Attempts have deadlines, so places come free; a minute only gives this wait an end, too.
      while (!done) {
        done = answered.tryAcquire(1, TimeUnit.MINUTES);
      }
    }
  }
}
