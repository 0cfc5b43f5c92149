package org.messgateway.gateway.dispatch;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes attempts, each on a virtual thread of its own: an attempt never waits for a thread, since
 * it may have to wait long for its answer; places in flight bound the threads. A thread goes on
 * with what its work leads to, and ends where that is nothing. It does not stay: the first frames
 * of a thread that stays are never compiled, and each wait of a thread with such frames costs more
 * than a new thread. Thread-safe.
 */
final class Senders {

  private final WorkerThreads threads;

  Senders(WorkerThreads threads) {
    this.threads = threads;
  }

  /** What a sender does: an attempt, or what a lane wants of the store. */
  @FunctionalInterface
  interface Work {

    /** Returns what the same sender does next; null for nothing. */
    @Nullable Work run();
  }

  /** Has a sender do it; returns at once. */
  void submit(Work work) {
    threads.start("sender", () -> run(work));
  }

  /** The same for many, which one sender hands out: the caller starts no more than that. */
  void submit(List<? extends Work> all) {
    if (all.size() == 1) {
      submit(all.getFirst());
    } else if (!all.isEmpty()) {
      submit(() -> share(all));
    }
  }

  /** For a sender: hands to others all but the first, which the caller does itself. */
  @Nullable Work share(List<? extends Work> all) {
    for (int i = 1; i < all.size(); i++) {
      submit(all.get(i));
    }
    return all.isEmpty() ? null : all.getFirst();
  }

  private static void run(Work first) {
    Work work = first;
    while (work != null) {
      work = done(work);
    }
  }

  private static @Nullable Work done(Work work) {
    try {
      return work.run();
    } catch (RuntimeException | Error e) {
      WorkerThreads.failed(e);
      return null;
    }
  }
}
