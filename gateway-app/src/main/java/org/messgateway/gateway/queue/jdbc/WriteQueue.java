package org.messgateway.gateway.queue.jdbc;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.messgateway.gateway.queue.QueueException;
import org.messgateway.gateway.queue.QueueException.StoreFailure;

/** The bounded queue of units that wait for the writer's next commit. Many submit, one takes. */
final class WriteQueue {

  /** How long a full room is waited for. */
  static final Duration ADMISSION = Duration.ofSeconds(30);

  private static final int PLACES = 1024;
  private static final Duration IDLE_LOOK = Duration.ofSeconds(1);

  /** From so many callers in one group on there is a burst. */
  private static final int BURST = 8;

  /** So many callers need not wait for more. */
  private static final int ENOUGH = 64;

  /**
   * How long callers of a burst wait for each other: about half of what a commit takes. With 4 ms a
   * writer needs a little less processor time, and a burst through few places in flight is slower.
   */
  private static final Duration GATHERING = Duration.ofMillis(1);

  /** One element per submission; its units share a commit when they fit into the group. */
  private final BlockingQueue<List<? extends WriteJob<?, ?>>> jobs =
      new ArrayBlockingQueue<>(PLACES);

  private final int largestGroup;

  private final Runnable gathering;

  /** Whether many callers had a part in the last group; of the one who takes. */
  private boolean burst;

  WriteQueue(int largestGroup) {
    this(largestGroup, () -> LockSupport.parkNanos(GATHERING.toNanos()));
  }

  /**
   * @param gathering waits while more callers of a burst come
   */
  WriteQueue(int largestGroup, Runnable gathering) {
    this.largestGroup = largestGroup;
    this.gathering = gathering;
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
          "The queue's store did not come round within %d s; nothing was stored. Look at its disk or server."
              .formatted(ADMISSION.toSeconds()),
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

  /**
   * Waits a moment for the first unit, then takes all that wait; false when none came. In a burst
   * it lets others come first, since a commit for many costs little more than one for few; but who
   * comes alone after a burst does not wait.
   */
  boolean gather(List<WriteJob<?, ?>> group) throws InterruptedException {
    List<? extends WriteJob<?, ?>> first = jobs.poll(IDLE_LOOK.toNanos(), TimeUnit.NANOSECONDS);
    if (first == null) {
      return false;
    }
    group.addAll(first);
    int callers = 1 + gatherNow(group);
    if (burst && callers > 1 && callers < ENOUGH) {
      gathering.run();
      callers += gatherNow(group);
    }
    burst = callers >= BURST;
    return true;
  }

  /** Ends the wait of {@link #gather}; nothing is to be done when the room is full. */
  void wake() {
    jobs.offer(List.of());
  }

  /**
   * Takes the units that wait now, as far as they fit into the group.
   *
   * @return of how many submissions
   */
  int gatherNow(List<WriteJob<?, ?>> group) {
    int taken = 0;
    List<? extends WriteJob<?, ?>> next = jobs.peek();
    while (next != null && group.size() + next.size() <= largestGroup) {
      group.addAll(next);
      jobs.remove();
      taken++;
      next = jobs.peek();
    }
    return taken;
  }

  /** Removes all units that still wait. */
  void empty(Consumer<WriteJob<?, ?>> leaving) {
    for (var left = jobs.poll(); left != null; left = jobs.poll()) {
      left.forEach(leaving);
    }
  }
}
