package org.messgateway.gateway.queue.jdbc;

import java.sql.SQLException;
import java.util.List;

/** Deletes ended threads with their rows. */
final class PruneSql {

  /** Threads forgotten in one transaction, so that no other change waits long. */
  private static final int BATCH = 100;

  /** How many were forgotten; fewer than a full batch when it was the last. */
  int batch(SqlSession session, long endedBefore) throws SQLException {
    List<Long> threads =
        session.list(
            """
            SELECT t.id FROM thread t WHERE t.ended_at IS NOT NULL AND t.ended_at < ?
              AND NOT EXISTS (SELECT 1 FROM delivery d WHERE d.thread = t.id
                AND d.state IN ('queued', 'sending'))
            ORDER BY t.ended_at LIMIT ?\
            """,
            ResultRow::number,
            endedBefore,
            BATCH);
    for (long thread : threads) {
      forget(session, thread);
    }
    return threads.size();
  }

  boolean last(int forgotten) {
    return forgotten < BATCH;
  }

  private static void forget(SqlSession session, long thread) throws SQLException {
    for (String table : List.of("attempt", "reply", "named_receipt", "pending_history")) {
      session.update(
          "DELETE FROM " + table + " WHERE delivery IN (SELECT seq FROM delivery WHERE thread = ?)",
          thread);
    }
    for (String table : List.of("claim", "reply_code")) {
      session.update(
          "DELETE FROM "
              + table
              + " WHERE (exchange, ref) = (SELECT e.name, t.ref FROM thread t"
              + " JOIN exchange e ON e.id = t.exchange WHERE t.id = ?)",
          thread);
    }
    session.update("DELETE FROM delivery WHERE thread = ?", thread);
    session.update("DELETE FROM dependency WHERE thread = ?", thread);
    session.update("DELETE FROM thread WHERE id = ?", thread);
  }
}
