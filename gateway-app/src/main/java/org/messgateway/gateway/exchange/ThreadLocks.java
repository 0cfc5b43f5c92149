package org.messgateway.gateway.exchange;

import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One lock for each thread that is being written: first among the threads of this process, then
 * among gateways. Holds only locks in use.
 */
public final class ThreadLocks {

  private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);

  private final ClusterLocks shared;
  private final ConcurrentMap<Ref, Lock> locks = new ConcurrentHashMap<>();

  private static final class Lock extends ReentrantLock {
    private static final long serialVersionUID = 1L;
    private int users;

    /** Lock among gateways; accessed only under this lock. */
    private transient ClusterLocks.@Nullable Held held;
  }

  /**
   * @param shared locks among gateways
   */
  public ThreadLocks(ClusterLocks shared) {
    this.shared = shared;
  }

  /** Work under a lock. */
  @FunctionalInterface
  public interface Work<T extends @Nullable Object> {
    T run() throws IOException;
  }

  /**
   * Does work as the only writer of a thread.
   *
   * @throws ExchangeWriteException when the lock was not free within 30 seconds
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
    try (ClusterLocks.Held held = shared.take(ref, LONGEST_WAIT).orElseThrow(() -> busy(ref))) {
      lock.held = held;
      return work.run();
    } finally {
      lock.held = null;
    }
  }

  /**
   * Does work as the only writer of those of these threads that nobody writes now; among gateways
   * they are asked for by one question. Waits for none, since several are held at once.
   *
   * @param work is told which they are
   * @throws IOException when the store of the locks cannot be asked; then no work was done
   */
  public void tryUnder(Collection<Ref> refs, Consumer<Set<Ref>> work) throws IOException {
    Map<Ref, Lock> free = new LinkedHashMap<>();
    try {
      for (Ref ref : refs) {
        tryEnter(ref, free);
      }
      amongAll(free, work);
    } finally {
      free.forEach((ref, lock) -> {
        lock.unlock();
        leave(ref);
      });
    }
  }

  private void tryEnter(Ref ref, Map<Ref, Lock> free) {
    Lock lock = enter(ref);
    if (!lock.isHeldByCurrentThread() && lock.tryLock()) {
      free.put(ref, lock);
    } else {
      leave(ref);
    }
  }

  private void amongAll(Map<Ref, Lock> free, Consumer<Set<Ref>> work) throws IOException {
    Map<Ref, ClusterLocks.Held> held = shared.tryTake(free.keySet());
    try {
      free.forEach((ref, lock) -> lock.held = held.get(ref));
      work.accept(held.keySet());
    } finally {
      free.values().forEach(lock -> lock.held = null);
      held.values().forEach(ClusterLocks.Held::close);
    }
  }

  /**
   * Checks the lock right before a file is replaced {@link #under} it: another gateway may have got
   * it meanwhile.
   *
   * @throws ExchangeWriteException when the lock was lost
   * @throws IllegalStateException when this thread never took it
   */
  public void requireHeld(Ref ref) throws ExchangeWriteException {
    Lock lock = locks.get(ref);
    if (lock == null || !lock.isHeldByCurrentThread() || lock.held == null) {
      throw new IllegalStateException("Thread " + ref + " is written without its lock");
    }
    if (!lock.held.stands()) {
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
