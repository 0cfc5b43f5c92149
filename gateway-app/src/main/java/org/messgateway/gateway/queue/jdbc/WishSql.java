package org.messgateway.gateway.queue.jdbc;

import java.sql.SQLException;
import org.messgateway.gateway.queue.Identity;
import org.messgateway.gateway.queue.WantedDelivery;

/** Brings a row in line with a wish, or with there being none; its line is formed by others. */
final class WishSql {

  static final String NOT_WANTED = "Not wanted any more.";
  static final String TOLD_ALREADY = "The same was told already.";

  private WishSql() {}

  /** Queued, and wished otherwise than before. */
  static void refresh(Session session, Standing row, WantedDelivery wanted) throws SQLException {
    long turn = wanted.due().toEpochMilli();
    long due = row.retryAt() == null ? turn : Math.max(turn, row.retryAt());
    session.update(
        """
        UPDATE delivery SET priority = ?, turn = ?, due = ?, deadline = ?, waits_for = 'thread'
        WHERE seq = ?\
        """,
        Columns.level(wanted.priority()),
        turn,
        due,
        Columns.millis(wanted.deadline()),
        row.seq());
  }

  /** Withdrawn, and wanted again. */
  static void again(Session session, long now, Standing row, WantedDelivery wanted)
      throws SQLException {
    long turn = wanted.due().toEpochMilli();
    session.update(
        """
        UPDATE delivery SET state = 'queued', waits_for = 'thread', unwanted = 0, wished_at = ?,
          priority = ?, turn = ?, due = ?, deadline = ?, retry_at = NULL, spent = 0,
          settled_at = NULL, sentence = NULL, one_per_address = ? WHERE seq = ?\
        """,
        now,
        Columns.level(wanted.priority()),
        turn,
        turn,
        Columns.millis(wanted.deadline()),
        wanted.oneMessagePerAddress(),
        row.seq());
  }

  /** In flight, and wanted after all. */
  static void keep(Session session, Standing row) throws SQLException {
    session.update("UPDATE delivery SET unwanted = 0 WHERE seq = ?", row.seq());
  }

  /** In flight, and not wanted any more: it counts when it settles. */
  static void drop(Session session, Standing row) throws SQLException {
    session.update("UPDATE delivery SET unwanted = 1 WHERE seq = ?", row.seq());
  }

  /** Too late to be sent, and history is to say so. */
  static void expire(Session session, long now, Standing row) throws SQLException {
    session.update(
        """
        UPDATE delivery SET state = 'expired', waits_for = NULL, settled_at = ?, sentence = ?,
          unrecorded = 1 WHERE seq = ?\
        """,
        now,
        TakeSql.TOO_LATE,
        row.seq());
  }

  static void withdraw(Session session, long now, long seq, String sentence) throws SQLException {
    session.update(
        """
        UPDATE delivery SET state = 'withdrawn', waits_for = NULL, settled_at = ?, sentence = ?
        WHERE seq = ?\
        """,
        now,
        sentence,
        seq);
  }

  /** History says that it was delivered, and there is no row of it. */
  static void insertDelivered(
      Session session, long now, long thread, long lane, WantedDelivery wanted)
      throws SQLException {
    Identity identity = wanted.identity();
    session.update(
        """
        INSERT INTO delivery (id, thread, lane, executor, kind, serial, one_per_address,
          priority, state, created, wished_at, turn, due, settled_at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'delivered', ?, ?, ?, ?, ?)\
        """,
        Columns.key(identity.id()),
        thread,
        lane,
        identity.executor(),
        identity.kind().code(),
        identity.serial(),
        wanted.oneMessagePerAddress(),
        Columns.level(wanted.priority()),
        now,
        now,
        now,
        now,
        now);
  }
}
