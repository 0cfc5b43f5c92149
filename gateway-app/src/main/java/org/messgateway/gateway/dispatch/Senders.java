package org.messgateway.gateway.dispatch;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Virtual threads that make attempts and stay for the next ones. An attempt never waits for a
 * thread, since it may have to wait long for its answer; places in flight bound the threads. The
 * one that became idle last goes on first. Thread-safe.
 */
final class Senders {

  /** Threads that were not needed for so long end. */
  private static final Duration UNUSED = Duration.ofSeconds(30);

  private final WorkerThreads threads;
  private final Timers timers;
  private final Deque<Sender> idle = new ArrayDeque<>();
  private long trimmedNanos;

  /** The fewest that were idle since the last {@link #trim}. */
  private int unused;

  private boolean closed;

  Senders(WorkerThreads threads, Timers timers) {
    this.threads = threads;
    this.timers = timers;
    this.trimmedNanos = timers.nanos();
  }

  private static final class Sender {
    private final Thread thread = Thread.currentThread();
    private volatile @Nullable Runnable next;
    private volatile boolean ending;

    void give(Runnable attempt) {
      next = attempt;
      LockSupport.unpark(thread);
    }

    void end() {
      ending = true;
      LockSupport.unpark(thread);
    }

    @Nullable Runnable await() {
      while (true) {
        Runnable attempt = next;
        if (attempt != null || ending) {
          next = null;
          return attempt;
        }
        LockSupport.park(this);
        // An interruption is meant for an attempt that is over, and would end every park.
        boolean _ = Thread.interrupted();
      }
    }
  }

  /** Makes an attempt; returns at once. */
  void submit(Runnable attempt) {
    Sender sender = takeIdle();
    if (sender == null) {
      threads.start("sender", () -> run(attempt));
    } else {
      sender.give(attempt);
    }
  }

  void submit(Collection<? extends Runnable> attempts) {
    for (Runnable attempt : attempts) {
      submit(attempt);
    }
  }

  private synchronized @Nullable Sender takeIdle() {
    Sender sender = idle.poll();
    unused = Math.min(unused, idle.size());
    return sender;
  }

  private void run(Runnable first) {
    Sender sender = new Sender();
    for (Runnable attempt = first; attempt != null; attempt = next(sender)) {
      WorkerThreads.run(attempt);
    }
  }

  private @Nullable Runnable next(Sender sender) {
    synchronized (this) {
      if (closed) {
        return null;
      }
      idle.push(sender);
    }
    return sender.await();
  }

  /** Ends the threads that were not needed for long. To be called now and then. */
  synchronized void trim() {
    long now = timers.nanos();
    if (now - trimmedNanos < UNUSED.toNanos()) {
      return;
    }
    trimmedNanos = now;
    for (int i = 0; i < unused; i++) {
      idle.removeLast().end();
    }
    unused = idle.size();
  }

  /** Ends the idle ones, and the others after their attempt. */
  synchronized void close() {
    closed = true;
    idle.forEach(Sender::end);
    idle.clear();
  }
}
