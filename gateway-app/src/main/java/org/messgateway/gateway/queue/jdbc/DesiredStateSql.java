package org.messgateway.gateway.queue.jdbc;

import java.sql.SQLException;
import org.messgateway.gateway.queue.DesiredDelivery;
import org.messgateway.gateway.queue.Identity;

/** Updates a row to match a wanted delivery, or its absence. Callers then order the thread. */
final class DesiredStateSql {

  static final String NOT_WANTED = "Not wanted any more.";
  static final String TOLD_ALREADY = "The same was told already.";

  private DesiredStateSql() {}

  /** A queued row that is wanted with other values. */
  static void refresh(SqlSession session, ExistingDelivery row, DesiredDelivery desired)
      throws SQLException {
    long turn = desired.due().toEpochMilli();
    long due = row.retryAt() == null ? turn : Math.max(turn, row.retryAt());
    session.update(
        """
        UPDATE delivery SET priority = ?, turn = ?, due = ?, deadline = ? WHERE seq = ?\
        """,
        ColumnValues.level(desired.priority()),
        turn,
        due,
        ColumnValues.millis(desired.deadline()),
        row.seq());
  }

  /** A withdrawn row that is wanted again. */
  static void again(SqlSession session, long now, ExistingDelivery row, DesiredDelivery desired)
      throws SQLException {
    long turn = desired.due().toEpochMilli();
    session.update(
        """
        UPDATE delivery SET state = 'queued', unwanted = 0, wished_at = ?,
          priority = ?, turn = ?, due = ?, deadline = ?, retry_at = NULL, spent = 0,
          settled_at = NULL, sentence = NULL, one_per_address = ? WHERE seq = ?\
        """,
        now,
        ColumnValues.level(desired.priority()),
        turn,
        turn,
        ColumnValues.millis(desired.deadline()),
        desired.oneMessagePerAddress(),
        row.seq());
  }

  /** A row in flight that is wanted again. */
  static void keep(SqlSession session, ExistingDelivery row) throws SQLException {
    session.update("UPDATE delivery SET unwanted = 0 WHERE seq = ?", row.seq());
  }

  /** A row in flight that is not wanted any more: decided when it settles. */
  static void drop(SqlSession session, ExistingDelivery row) throws SQLException {
    session.update("UPDATE delivery SET unwanted = 1 WHERE seq = ?", row.seq());
  }

  /** A row that is too late to be sent; history shows it. */
  static void expire(SqlSession session, long now, ExistingDelivery row) throws SQLException {
    session.update(
        """
        UPDATE delivery SET state = 'expired', settled_at = ?, sentence = ? WHERE seq = ?\
        """,
        now,
        TakeSql.TOO_LATE,
        row.seq());
    QueueEntrySql.delete(session, row.seq());
    HistorySql.pend(session, row.seq());
  }

  /** A row that is queued, or has just left the flight. */
  static void withdraw(SqlSession session, long now, long seq, String sentence)
      throws SQLException {
    session.update(
        """
        UPDATE delivery SET state = 'withdrawn', settled_at = ?, sentence = ? WHERE seq = ?\
        """,
        now,
        sentence,
        seq);
    QueueEntrySql.delete(session, seq);
  }

  /** Inserts a delivered row that only history still knows. */
  static void insertDelivered(
      SqlSession session, long now, long thread, long lane, DesiredDelivery desired)
      throws SQLException {
    Identity identity = desired.identity();
    session.update(
        """
        INSERT INTO delivery (id, thread, lane, executor, kind, serial, one_per_address,
          priority, state, created, wished_at, turn, due, settled_at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'delivered', ?, ?, ?, ?, ?)\
        """,
        ColumnValues.key(identity.id()),
        thread,
        lane,
        identity.executor(),
        identity.kind().code(),
        identity.serial(),
        desired.oneMessagePerAddress(),
        ColumnValues.level(desired.priority()),
        now,
        now,
        now,
        now,
        now);
  }
}
