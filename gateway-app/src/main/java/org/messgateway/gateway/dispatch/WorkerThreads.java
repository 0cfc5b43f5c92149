package org.messgateway.gateway.dispatch;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.home.ReportedFailure;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Does each piece of work on a virtual thread of its own, logs what it throws, and knows the
 * threads that have not ended.
 *
 * <p>Senders make attempts. An attempt never waits for a thread, since it may have to wait long for
 * its answer; places in flight bound the threads. A sender goes on with what its work leads to, and
 * ends where that is nothing. It does not stay: the first frames of a thread that stays are never
 * compiled, and each wait of a thread with such frames costs more than a new thread. Thread-safe.
 */
final class WorkerThreads {

  private static final Logger LOG = LoggerFactory.getLogger(WorkerThreads.class);

  private final ActiveSet<Thread> live = new ActiveSet<>();

  /** What a sender does: an attempt, or what a lane wants of the store. */
  @FunctionalInterface
  interface Work {

    /** Returns what the same sender does next; null for nothing. */
    @Nullable Work run();
  }

  void start(String name, Runnable body) {
    Thread thread =
        Thread.ofVirtual()
            .name(name)
            .inheritInheritableThreadLocals(false)
            .unstarted(() -> whole(body));
    live.add(thread);
    thread.start();
  }

  private void whole(Runnable body) {
    try {
      body.run();
    } catch (RuntimeException | Error e) {
      failed(e);
    } finally {
      live.remove(Thread.currentThread());
    }
  }

  /** Has a sender do it; returns at once. */
  void submit(Work work) {
    start("sender", () -> run(work));
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
      failed(e);
      return null;
    }
  }

  /** One piece of a thread's work failed, which does not end the others. */
  static void failed(Throwable why) {
    LOG.atLevel(ReportedFailure.level(why, Level.ERROR))
        .setCause(why)
        .log(
            "{} failed; rows it had in hand are taken up again by themselves.",
            Thread.currentThread().getName());
  }

  /** Threads that have not ended. */
  ActiveSet<Thread> live() {
    return live;
  }
}
