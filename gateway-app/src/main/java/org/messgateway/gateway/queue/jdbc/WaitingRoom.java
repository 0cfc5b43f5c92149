package org.messgateway.gateway.queue.jdbc;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.messgateway.gateway.queue.QueueException;
import org.messgateway.gateway.queue.QueueException.Trouble;

/** Where changes wait for the writer's next commit; bounded. Many bring them, one takes them. */
final class WaitingRoom {

  /** How long a full room is waited for. */
  static final Duration ADMISSION = Duration.ofSeconds(30);

  private static final int PLACES = 1024;
  private static final Duration IDLE_LOOK = Duration.ofSeconds(1);

  /** What each caller brought at once: it goes into one commit if it fits. */
  private final BlockingQueue<List<? extends Job<?, ?>>> jobs = new ArrayBlockingQueue<>(PLACES);

  private final int largestGroup;

  WaitingRoom(int largestGroup) {
    this.largestGroup = largestGroup;
  }

  /**
   * Lets them in, all or none.
   *
   * @throws QueueException when the room stayed full
   */
  void admit(List<? extends Job<?, ?>> together) {
    if (!offer(together)) {
      throw new QueueException(
          Trouble.BUSY,
          "The queue's disk did not come round within %s; nothing was stored. Look at the disk."
              .formatted(ADMISSION),
          null);
    }
  }

  private boolean offer(List<? extends Job<?, ?>> together) {
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

  /** Takes back what was let in; false when the writer has it. */
  boolean remove(List<? extends Job<?, ?>> together) {
    return jobs.remove(together);
  }

  /** Waits a moment for somebody, and takes who waits then; false when nobody came. */
  boolean gather(List<Job<?, ?>> group) throws InterruptedException {
    List<? extends Job<?, ?>> first = jobs.poll(IDLE_LOOK.toNanos(), TimeUnit.NANOSECONDS);
    if (first == null) {
      return false;
    }
    group.addAll(first);
    gatherNow(group);
    return true;
  }

  /** Takes who waits now, as far as they fit into the group. */
  void gatherNow(List<Job<?, ?>> group) {
    List<? extends Job<?, ?>> next = jobs.peek();
    while (next != null && group.size() + next.size() <= largestGroup) {
      group.addAll(next);
      jobs.remove();
      next = jobs.peek();
    }
  }

  /** Sends all away who are still here. */
  void empty(Consumer<Job<?, ?>> leaving) {
    for (var left = jobs.poll(); left != null; left = jobs.poll()) {
      left.forEach(leaving);
    }
  }
}
