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

  PostgresLocks(PostgresDialect dialect) {
    this.connection = new LockConnection(dialect);
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
      Together taken = take(List.of(key));
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
  public Map<String, StoreLock> lockFree(String exchange, Collection<String> refs) {
    Map<String, StoreLock> local = ours.lockFree(exchange, refs);
    Map<String, StoreLock> both = new LinkedHashMap<>();
    try {
      Map<String, LockKey> keys = new LinkedHashMap<>();
      local.keySet().forEach(ref -> keys.put(ref, new LockKey(exchange, ref)));
      Together taken = take(keys.values());
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

  private Together take(Collection<LockKey> keys) {
    Duration fresh = keys.size() > 1 ? FRESH : Duration.ZERO;
    return new Together(connection.take(keys), fresh);
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
  private final class Together {
    private final LockConnection.Taken taken;
    private final Duration fresh;
    private final List<StoreLock> locals = new ArrayList<>();
    private long known = System.nanoTime();
    private int open;

    private Together(LockConnection.Taken taken, Duration fresh) {
      this.taken = taken;
      this.fresh = fresh;
    }

    private boolean has(LockKey key) {
      return taken.numbers().contains(key.number());
    }

    private synchronized StoreLock lock(LockKey key, StoreLock local) {
      locals.add(local);
      open++;
      return new OneOf(this, key);
    }

    private synchronized boolean stands(LockKey key) {
      long now = System.nanoTime();
      if (now - known < fresh.toNanos()) {
        return connection.isOf(taken);
      }
      try {
        boolean stands = connection.stands(taken, key);
        known = stands ? now : known;
        return stands;
      } catch (RuntimeException e) {
        LOG.debug("A lock was lost with its connection.", e);
        return false;
      }
    }

    private synchronized void closeOne() {
      open--;
      if (open > 0) {
        return;
      }
      try {
        connection.give(taken);
      } catch (RuntimeException e) {
        LOG.debug("A lock was lost with its connection.", e);
      } finally {
        locals.forEach(StoreLock::close);
      }
    }
  }

  private static final class OneOf implements StoreLock {
    private final Together together;
    private final LockKey key;
    private boolean closed;

    private OneOf(Together together, LockKey key) {
      this.together = together;
      this.key = key;
    }

    @Override
    public synchronized boolean stands() {
      return !closed && together.stands(key);
    }

    @Override
    public synchronized void close() {
      if (!closed) {
        closed = true;
        together.closeOne();
      }
    }
  }
}
