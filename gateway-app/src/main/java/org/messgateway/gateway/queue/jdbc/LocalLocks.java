package org.messgateway.gateway.queue.jdbc;

import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.messgateway.gateway.queue.StoreLocks;

/** Locks among the threads of one process; sufficient where one process uses the store. */
final class LocalLocks implements StoreLocks {

  /** A lock and how many hold it or wait for it. */
  private record Counted(Semaphore semaphore, int users) {

    Counted plus(int change) {
      return new Counted(semaphore, users + change);
    }
  }

  private record ThreadName(String exchange, String ref) {}

  private final Map<ThreadName, Counted> locks = new ConcurrentHashMap<>();

  @Override
  public Optional<StoreLock> lock(String exchange, String ref, Duration patience) {
    ThreadName key = new ThreadName(exchange, ref);
    Counted mine =
        locks.compute(
            key, (_, known) -> known == null ? new Counted(new Semaphore(1), 1) : known.plus(1));
    boolean had = false;
    try {
      had = mine.semaphore().tryAcquire(patience.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      if (!had) {
        leave(key);
      }
    }
    return had ? Optional.of(new LocalLock(key, mine.semaphore())) : Optional.empty();
  }

  @Override
  public Map<String, StoreLock> tryLock(String exchange, Collection<String> refs) {
    Map<String, StoreLock> held = new LinkedHashMap<>();
    for (String ref : refs) {
      lock(exchange, ref, Duration.ZERO).ifPresent(lock -> held.put(ref, lock));
    }
    return held;
  }

  private void leave(ThreadName key) {
    locks.computeIfPresent(key, (_, known) -> known.users() == 1 ? null : known.plus(-1));
  }

  private final class LocalLock implements StoreLock {
    private final ThreadName key;
    private final Semaphore semaphore;
    private boolean closed;

    private LocalLock(ThreadName key, Semaphore semaphore) {
      this.key = key;
      this.semaphore = semaphore;
    }

    @Override
    public synchronized boolean stands() {
      return !closed;
    }

    @Override
    public synchronized void close() {
      if (!closed) {
        closed = true;
        semaphore.release();
        leave(key);
      }
    }
  }
}
