package org.messgateway.gateway.exchange;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** One lock for each thread that somebody in this process writes. Holds only those in use. */
public final class ThreadLocks {

  private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);

  private final ConcurrentMap<Ref, Lock> locks = new ConcurrentHashMap<>();

  private static final class Lock extends ReentrantLock {
    private static final long serialVersionUID = 1L;
    private int users;
  }

  /** What is done under a lock. */
  @FunctionalInterface
  public interface Work<T extends @Nullable Object> {
    T run() throws IOException;
  }

  /**
   * Does something as the only one in this process who writes that thread.
   *
   * @throws ExchangeWriteException when it could not be had for half a minute
   */
  public <T extends @Nullable Object> T under(Ref ref, Work<T> work) throws IOException {
    Lock lock = enter(ref);
    try {
      acquire(ref, lock);
      try {
        return work.run();
      } finally {
        lock.unlock();
      }
    } finally {
      leave(ref);
    }
  }

  private Lock enter(Ref ref) {
    return locks.compute(
        ref,
        (_, present) -> {
          Lock lock = present == null ? new Lock() : present;
          lock.users++;
          return lock;
        });
  }

  private void leave(Ref ref) {
    locks.computeIfPresent(ref, (_, lock) -> --lock.users == 0 ? null : lock);
  }

  private static void acquire(Ref ref, Lock lock) throws ExchangeWriteException {
    try {
      if (lock.tryLock(LONGEST_WAIT.toNanos(), TimeUnit.NANOSECONDS)) {
        return;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    throw new ExchangeWriteException(
        ExchangeWriteException.Reason.BUSY, "Thread " + ref + " is being written by others", null);
  }
}
