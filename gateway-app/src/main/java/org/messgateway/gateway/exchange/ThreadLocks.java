package org.messgateway.gateway.exchange;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One lock for each thread that somebody writes: first among the threads of this process, then
 * among gateways. Holds only those in use.
 */
public final class ThreadLocks {

  private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);

  private final SharedLocks shared;
  private final ConcurrentMap<Ref, Lock> locks = new ConcurrentHashMap<>();

  private static final class Lock extends ReentrantLock {
    private static final long serialVersionUID = 1L;
    private int users;

    /** Among gateways; read and written by whoever has the lock. */
    private transient SharedLocks.@Nullable Held held;
  }

  /**
   * @param shared those among gateways
   */
  public ThreadLocks(SharedLocks shared) {
    this.shared = shared;
  }

  /** What is done under a lock. */
  @FunctionalInterface
  public interface Work<T extends @Nullable Object> {
    T run() throws IOException;
  }

  /**
   * Does something as the only one who writes that thread.
   *
   * @throws ExchangeWriteException when it could not be had for half a minute
   */
  public <T extends @Nullable Object> T under(Ref ref, Work<T> work) throws IOException {
    Lock lock = enter(ref);
    try {
      acquire(ref, lock);
      try {
        return lock.getHoldCount() > 1 ? work.run() : amongAll(ref, lock, work);
      } finally {
        lock.unlock();
      }
    } finally {
      leave(ref);
    }
  }

  private <T extends @Nullable Object> T amongAll(Ref ref, Lock lock, Work<T> work)
      throws IOException {
    try (SharedLocks.Held held = shared.take(ref, LONGEST_WAIT).orElseThrow(() -> busy(ref))) {
      lock.held = held;
      return work.run();
    } finally {
      lock.held = null;
    }
  }

  /**
   * Asked right before a file is replaced by whoever works {@link #under} the lock: another gateway
   * may have it by now.
   *
   * @throws ExchangeWriteException when the lock was lost
   */
  void insist(Ref ref) throws ExchangeWriteException {
    Lock lock = locks.get(ref);
    if (lock != null && lock.isHeldByCurrentThread() && lock.held != null && !lock.held.stands()) {
      throw busy(ref);
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
    throw busy(ref);
  }

  private static ExchangeWriteException busy(Ref ref) {
    return new ExchangeWriteException(
        ExchangeWriteException.Reason.BUSY, "Thread " + ref + " is being written by others", null);
  }
}
