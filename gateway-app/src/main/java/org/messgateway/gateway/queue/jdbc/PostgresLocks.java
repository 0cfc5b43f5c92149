package org.messgateway.gateway.queue.jdbc;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.messgateway.gateway.queue.StoreLocks;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Locks of threads among nodes: advisory locks of PostgreSQL, all on one {@link LockConnection} of
 * this process. Threads of this process first agree by {@link LocalLocks}.
 *
 * <p>A node that stands still keeps its connection and therefore its locks. When it counts as gone,
 * a node that waits for its lock ends that connection.
 */
final class PostgresLocks implements StoreLocks, AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(PostgresLocks.class);
  private static final Duration LOOK = Duration.ofMillis(25);
  private static final Duration SUSPICIOUS = Duration.ofSeconds(1);

  /** So long after several were taken they count as held without a question. */
  private static final Duration FRESH = Duration.ofMillis(20);

  private final LockConnection connection;
  private final LocalLocks ours = new LocalLocks();

  PostgresLocks(PostgresDialect dialect, StoreOutage outage) {
    this.connection = new LockConnection(dialect, outage);
  }

  @Override
  public Optional<StoreLock> lock(String exchange, String ref, Duration patience) {
    long end = System.nanoTime() + patience.toNanos();
    Optional<StoreLock> local = ours.lock(exchange, ref, patience);
    if (local.isEmpty()) {
      return local;
    }
    Optional<StoreLock> both = Optional.empty();
    try {
      both = among(new LockKey(exchange, ref), local.get(), end);
      return both;
    } finally {
      if (both.isEmpty()) {
        local.get().close();
      }
    }
  }

  private Optional<StoreLock> among(LockKey key, StoreLock local, long end) {
    long suspicious = System.nanoTime() + SUSPICIOUS.toNanos();
    do {
      LockGroup taken = take(List.of(key));
      if (taken.has(key)) {
        return Optional.of(taken.lock(key, local));
      }
      if (System.nanoTime() - suspicious > 0) {
        connection.cutIfGone(key);
        suspicious = System.nanoTime() + SUSPICIOUS.toNanos();
      }
    } while (System.nanoTime() - end < 0 && rest());
    return Optional.empty();
  }

  @Override
  public Map<String, StoreLock> tryLock(String exchange, Collection<String> refs) {
    Map<String, StoreLock> local = ours.tryLock(exchange, refs);
    Map<String, StoreLock> both = new LinkedHashMap<>();
    try {
      Map<String, LockKey> keys = new LinkedHashMap<>();
      local.keySet().forEach(ref -> keys.put(ref, new LockKey(exchange, ref)));
      LockGroup taken = take(keys.values());
      keys.forEach((ref, key) -> {
        StoreLock lock = local.get(ref);
        if (lock != null && taken.has(key)) {
          both.put(ref, taken.lock(key, lock));
        }
      });
      return both;
    } finally {
      local.keySet().removeAll(both.keySet());
      local.values().forEach(StoreLock::close);
    }
  }

  private LockGroup take(Collection<LockKey> keys) {
    Duration fresh = keys.size() > 1 ? FRESH : Duration.ZERO;
    return new LockGroup(connection.take(keys), fresh);
  }

  private static boolean rest() {
    try {
      Thread.sleep(LOOK);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Lets go of all. */
  @Override
  public void close() {
    connection.close();
  }

  /**
   * Locks that one question took, and one gives back when the last is closed. They are lost with
   * the connection only, and so all at once.
   */
  private final class LockGroup {
    private final LockConnection.HeldKeys held;
    private final Duration fresh;
    private final List<StoreLock> locals = new ArrayList<>();
    private long known = System.nanoTime();
    private int open;

    private LockGroup(LockConnection.HeldKeys held, Duration fresh) {
      this.held = held;
      this.fresh = fresh;
    }

    private boolean has(LockKey key) {
      return held.numbers().contains(key.number());
    }

    private synchronized StoreLock lock(LockKey key, StoreLock local) {
      locals.add(local);
      open++;
      return new Member(key);
    }

    private boolean stands(LockKey key) {
      long now = System.nanoTime();
      if (now - known < fresh.toNanos()) {
        return connection.isCurrent(held);
      }
      try {
        boolean stands = connection.stands(held, key);
        known = stands ? now : known;
        return stands;
      } catch (RuntimeException e) {
        LOG.debug("A lock was lost with its connection.", e);
        return false;
      }
    }

    private void closeOne() {
      open--;
      if (open > 0) {
        return;
      }
      try {
        connection.give(held);
      } catch (RuntimeException e) {
        LOG.debug("A lock was lost with its connection.", e);
      } finally {
        locals.forEach(StoreLock::close);
      }
    }

    /** A lock of the group. */
    private final class Member implements StoreLock {
      private final LockKey key;
      private boolean closed;

      private Member(LockKey key) {
        this.key = key;
      }

      @Override
      public boolean stands() {
        synchronized (LockGroup.this) {
          return !closed && LockGroup.this.stands(key);
        }
      }

      @Override
      public void close() {
        synchronized (LockGroup.this) {
          if (!closed) {
            closed = true;
            closeOne();
          }
        }
      }
    }
  }
}
