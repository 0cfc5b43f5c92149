package org.messgateway.adapter.telegram;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Processes the work of each person in order and of different persons in parallel. The number of
 * slots is bounded; a caller occupies one first.
 */
final class PersonLanes {

  private static final Logger log = LoggerFactory.getLogger(PersonLanes.class);
  private static final int MOST = 256;

  private final InboundThreads threads;
  private final Semaphore places = new Semaphore(MOST);
  private final Map<String, Deque<Runnable>> waiting = new HashMap<>();

  PersonLanes(InboundThreads threads) {
    this.threads = threads;
  }

  /** Occupies a slot if one is free. */
  boolean enter() {
    return places.tryAcquire();
  }

  void leave(int count) {
    places.release(count);
  }

  /** Runs work after all earlier work of this lane. */
  synchronized void run(String lane, Runnable work) {
    Deque<Runnable> before = waiting.get(lane);
    if (before != null) {
      before.add(work);
    } else {
      waiting.put(lane, new ArrayDeque<>());
      threads.start(() -> drain(lane, work));
    }
  }

  private void drain(String lane, Runnable first) {
    for (Runnable next = first; next != null; next = next(lane)) {
      try {
        next.run();
      } catch (RuntimeException | Error e) {
        // Later work of this lane must not wait for ever.
        log.error("Something from Telegram could not be worked through: {}", e.toString());
      }
    }
  }

  private synchronized @Nullable Runnable next(String lane) {
    Deque<Runnable> left = waiting.get(lane);
    Runnable next = left == null ? null : left.poll();
    if (next == null) {
      waiting.remove(lane);
    }
    return next;
  }
}
