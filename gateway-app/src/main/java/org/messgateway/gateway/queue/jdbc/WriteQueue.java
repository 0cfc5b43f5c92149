package org.messgateway.gateway.queue.jdbc;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.messgateway.gateway.queue.QueueException;
import org.messgateway.gateway.queue.QueueException.StoreFailure;

/** The bounded queue of units that wait for the writer's next commit. Many submit, one takes. */
final class WriteQueue {

  /** How long a full room is waited for. */
  static final Duration ADMISSION = Duration.ofSeconds(30);

  private static final int PLACES = 1024;
  private static final Duration IDLE_LOOK = Duration.ofSeconds(1);

  /** One element per submission; its units share a commit when they fit into the group. */
  private final BlockingQueue<List<? extends WriteJob<?, ?>>> jobs =
      new ArrayBlockingQueue<>(PLACES);

  private final int largestGroup;

  WriteQueue(int largestGroup) {
    this.largestGroup = largestGroup;
  }

  /**
   * Lets them in, all or none.
   *
   * @throws QueueException when the room stayed full
   */
  void admit(List<? extends WriteJob<?, ?>> together) {
    if (!offer(together)) {
      throw new QueueException(
          StoreFailure.BUSY,
          "The queue's disk did not come round within %s; nothing was stored. Look at the disk."
              .formatted(ADMISSION),
          null);
    }
  }

  private boolean offer(List<? extends WriteJob<?, ?>> together) {
    boolean interrupted = false;
    long end = System.nanoTime() + ADMISSION.toNanos();
    try {
      while (true) {
        try {
          return jobs.offer(together, end - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
          // A settlement must not be lost because its attempt was cancelled.
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Removes submitted units; false when the writer has taken them. */
  boolean remove(List<? extends WriteJob<?, ?>> together) {
    return jobs.remove(together);
  }

  /** Waits a moment for the first unit, then takes all that wait; false when none came. */
  boolean gather(List<WriteJob<?, ?>> group) throws InterruptedException {
    List<? extends WriteJob<?, ?>> first = jobs.poll(IDLE_LOOK.toNanos(), TimeUnit.NANOSECONDS);
    if (first == null) {
      return false;
    }
    group.addAll(first);
    gatherNow(group);
    return true;
  }

  /** Ends the wait of {@link #gather}; nothing is to be done when the room is full. */
  void wake() {
    jobs.offer(List.of());
  }

  /** Takes the units that wait now, as far as they fit into the group. */
  void gatherNow(List<WriteJob<?, ?>> group) {
    List<? extends WriteJob<?, ?>> next = jobs.peek();
    while (next != null && group.size() + next.size() <= largestGroup) {
      group.addAll(next);
      jobs.remove();
      next = jobs.peek();
    }
  }

  /** Removes all units that still wait. */
  void empty(Consumer<WriteJob<?, ?>> leaving) {
    for (var left = jobs.poll(); left != null; left = jobs.poll()) {
      left.forEach(leaving);
    }
  }
}
