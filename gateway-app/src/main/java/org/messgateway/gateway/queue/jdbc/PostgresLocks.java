package org.messgateway.gateway.queue.jdbc;

import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.queue.QueueException;
import org.messgateway.gateway.queue.QueueException.StoreFailure;
import org.messgateway.gateway.queue.StoreLocks;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Locks of threads among nodes: advisory locks of PostgreSQL, all on one connection of this
 * process. One thread uses the connection at a time and never waits in the server. Threads of this
 * process first agree by {@link LocalLocks}.
 *
 * <p>A node that stands still keeps its connection and therefore its locks. When it counts as gone,
 * a node that waits for its lock ends that connection.
 */
final class PostgresLocks implements StoreLocks, AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(PostgresLocks.class);
  private static final Duration LOOK = Duration.ofMillis(25);
  private static final Duration SUSPICIOUS = Duration.ofSeconds(1);

  // A key of 64 bits stands in pg_locks in two halves (objsubid 1).
  private static final String WHERE =
      """
       locktype = 'advisory' AND objsubid = 1
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
      AND classid::bigint = ((?::bigint >> 32) & 4294967295)
      AND objid::bigint = (?::bigint & 4294967295) AND granted
      """;

  private static final String HOLDS =
      "SELECT count(*) > 0 FROM pg_locks WHERE pid = pg_backend_pid() AND" + WHERE;

  private static final String CUT_GONE =
      "SELECT count(pg_terminate_backend(l.pid)) > 0 FROM pg_locks l"
          + " JOIN pg_stat_activity s ON s.pid = l.pid WHERE"
          + WHERE
          + """
          AND NOT EXISTS (SELECT 1 FROM node n
            WHERE s.application_name = left('mess-gateway ' || n.name, 63)
              AND n.seen_at > (extract(epoch FROM clock_timestamp()) * 1000)::bigint - ?)\
          """;

  private final PostgresDialect dialect;
  private final LocalLocks ours = new LocalLocks();
  private @Nullable SqlSession session;
  private long connections;
  private boolean closed;

  PostgresLocks(PostgresDialect dialect) {
    this.dialect = dialect;
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
      long connection = tryLock(key);
      if (connection > 0) {
        return Optional.of(new OfAll(key, local, connection));
      }
      if (System.nanoTime() - suspicious > 0) {
        cutIfGone(key);
        suspicious = System.nanoTime() + SUSPICIOUS.toNanos();
      }
    } while (System.nanoTime() - end < 0 && rest());
    return Optional.empty();
  }

  /** By which connection it was had; 0 when it was not. */
  private synchronized long tryLock(LockKey key) {
    return ask(current -> take(current, key)) ? connections : 0;
  }

  private synchronized boolean stands(LockKey key, long connection) {
    return connection == connections
        && session != null
        && ask(current -> holds(current, key))
        && connection == connections;
  }

  private synchronized void unlock(LockKey key, long connection) {
    if (connection == connections && session != null) {
      ask(current -> give(current, key));
    }
  }

  private synchronized void cutIfGone(LockKey key) {
    if (ask(current -> cutGone(current, key))) {
      LOG.warn("A node that is gone still held the lock of a thread: its connection was cut.");
    }
  }

  private boolean ask(BatchWriter.Unit<Boolean> question) {
    if (closed) {
      throw new QueueException(StoreFailure.CLOSED, "The queue is closed.", null);
    }
    try {
      SqlSession current = session;
      if (current == null) {
        current = new SqlSession(dialect.connectForReading());
        session = current;
        connections++;
      }
      return question.run(current);
    } catch (SQLException e) {
      disconnect();
      throw dialect.explain(e);
    }
  }

  private void disconnect() {
    SqlSession current = session;
    session = null;
    if (current != null) {
      try {
        current.close();
      } catch (SQLException e) {
        LOG.debug("The connection of the locks did not close cleanly.", e);
      }
    }
  }

  private static boolean take(SqlSession session, LockKey key) throws SQLException {
    return flag(session, "SELECT pg_try_advisory_lock(?)", key.number());
  }

  private static boolean give(SqlSession session, LockKey key) throws SQLException {
    return flag(session, "SELECT pg_advisory_unlock(?)", key.number());
  }

  private static boolean holds(SqlSession session, LockKey key) throws SQLException {
    return flag(session, HOLDS, key.number(), key.number());
  }

  /** Ends the session that holds it, when its node was not seen for the length of a lease. */
  private static boolean cutGone(SqlSession session, LockKey key) throws SQLException {
    return flag(session, CUT_GONE, key.number(), key.number(), OwnedLanes.LEASE.toMillis());
  }

  private static boolean flag(SqlSession session, String sql, Object... values)
      throws SQLException {
    return Boolean.TRUE.equals(session.first(sql, ResultRow::flag, values));
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
  public synchronized void close() {
    disconnect();
    closed = true;
  }

  private final class OfAll implements StoreLock {
    private final LockKey key;
    private final StoreLock local;
    private final long connection;

    private OfAll(LockKey key, StoreLock local, long connection) {
      this.key = key;
      this.local = local;
      this.connection = connection;
    }

    @Override
    public boolean stands() {
      try {
        return local.stands() && PostgresLocks.this.stands(key, connection);
      } catch (RuntimeException e) {
        LOG.debug("A lock was lost with its connection.", e);
        return false;
      }
    }

    @Override
    public void close() {
      if (!local.stands()) {
        return;
      }
      try {
        unlock(key, connection);
      } catch (RuntimeException e) {
        LOG.debug("A lock was lost with its connection.", e);
      } finally {
        local.close();
      }
    }
  }
}
