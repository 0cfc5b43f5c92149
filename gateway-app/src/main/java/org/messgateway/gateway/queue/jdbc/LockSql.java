package org.messgateway.gateway.queue.jdbc;

import java.sql.SQLException;

/** Advisory locks of one session; a key of 64 bits is kept in two halves (pg_locks, objsubid 1). */
final class LockSql {

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

  private LockSql() {}

  static boolean tryLock(Session session, LockKey key) throws SQLException {
    return flag(session, "SELECT pg_try_advisory_lock(?)", key.number());
  }

  static boolean unlock(Session session, LockKey key) throws SQLException {
    return flag(session, "SELECT pg_advisory_unlock(?)", key.number());
  }

  static boolean holds(Session session, LockKey key) throws SQLException {
    return flag(session, HOLDS, key.number(), key.number());
  }

  /** Ends the session that holds it, when its node was not seen for the length of a lease. */
  static boolean cutGone(Session session, LockKey key) throws SQLException {
    return flag(session, CUT_GONE, key.number(), key.number(), HeldLanes.LEASE.toMillis());
  }

  private static boolean flag(Session session, String sql, Object... values) throws SQLException {
    return Boolean.TRUE.equals(session.first(sql, Row::flag, values));
  }
}
