package org.messgateway.gateway.queue.jdbc;

import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.queue.QueueException;
import org.messgateway.gateway.queue.QueueException.StoreFailure;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connection that holds the advisory locks of this process. One thread uses it at a time and
 * never waits in the server. With the connection all its locks are lost; the next question makes
 * another one. Its number says which connection a lock belongs to.
 */
final class LockConnection implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(LockConnection.class);

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

  private static final String TAKE =
      "SELECT number FROM unnest(?) AS wanted (number) WHERE pg_try_advisory_lock(number)";

  private static final String GIVE =
      "SELECT count(pg_advisory_unlock(number)) > 0 FROM unnest(?) AS held (number)";

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
  private final StoreOutage outage;
  private @Nullable SqlSession session;
  private long connections;
  private boolean closed;

  LockConnection(PostgresDialect dialect, StoreOutage outage) {
    this.dialect = dialect;
    this.outage = outage;
  }

  /**
   * Locks that were taken by one question.
   *
   * @param numbers of the keys
   * @param connection by which they were had
   */
  record HeldKeys(Set<Long> numbers, long connection) {}

  /** Takes those of the keys that are free. */
  synchronized HeldKeys take(Collection<LockKey> keys) {
    Long[] wanted = keys.stream().map(LockKey::number).distinct().toArray(Long[]::new);
    List<Long> had =
        wanted.length == 0
            ? List.of()
            : ask(current -> current.list(TAKE, ResultRow::number, (Object) wanted));
    return new HeldKeys(Set.copyOf(had), connections);
  }

  /** Whether they were taken by the present connection, as far as is known without asking. */
  synchronized boolean isCurrent(HeldKeys held) {
    return held.connection() == connections && session != null;
  }

  /** Whether one of these stands, which is asked in the server. */
  synchronized boolean stands(HeldKeys held, LockKey key) {
    return isCurrent(held)
        && ask(current -> flag(current, HOLDS, key.number(), key.number()))
        && isCurrent(held);
  }

  /** Gives them back. */
  synchronized void give(HeldKeys held) {
    if (isCurrent(held) && !held.numbers().isEmpty()) {
      boolean _ = ask(current -> flag(current, GIVE, (Object) held.numbers().toArray(Long[]::new)));
    }
  }

  /** Ends the session that holds it, when its node was not seen for the length of a lease. */
  synchronized void cutIfGone(LockKey key) {
    long lease = OwnedLanes.LEASE.toMillis();
    if (ask(current -> flag(current, CUT_GONE, key.number(), key.number(), lease))) {
      LOG.warn("A node that is gone still held the lock of a thread: its connection was cut.");
    }
  }

  private <T> T ask(BatchWriter.Unit<T> question) {
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
      throw outage.found(dialect.explain(e));
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

  private static boolean flag(SqlSession session, String sql, Object... values)
      throws SQLException {
    return Boolean.TRUE.equals(session.first(sql, ResultRow::flag, values));
  }

  /** Lets go of all. */
  @Override
  public synchronized void close() {
    disconnect();
    closed = true;
  }
}
