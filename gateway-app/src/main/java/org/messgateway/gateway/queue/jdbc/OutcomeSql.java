package org.messgateway.gateway.queue.jdbc;

import java.sql.SQLException;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.Settlement;

/** Writes the settlement of one attempt into its row; see {@code docs/state-machine.md}. */
final class OutcomeSql {

  private final AttemptSql attempts;
  private final ThreadOrderSql lines;

  OutcomeSql(AttemptSql attempts, ThreadOrderSql lines) {
    this.attempts = attempts;
    this.lines = lines;
  }

  void write(
      SqlSession session, long now, InFlightRow inFlightRow, long startedAt, Settlement settlement)
      throws SQLException {
    switch (settlement) {
      case Settlement.Delivered delivered ->
          delivered(session, now, inFlightRow, startedAt, delivered);
      case Settlement.Retry again -> again(session, now, inFlightRow, startedAt, again);
      case Settlement.Returned returned -> returned(session, now, inFlightRow, returned);
      case Settlement.SetAside aside -> setAside(session, now, inFlightRow, aside);
      case Settlement.Ended ended -> ended(session, now, inFlightRow, startedAt, ended);
    }
  }

  private void delivered(
      SqlSession session,
      long now,
      InFlightRow inFlightRow,
      long startedAt,
      Settlement.Delivered delivered)
      throws SQLException {
    session.update(
        """
        UPDATE delivery SET state = 'delivered', settled_at = ?, receipt = ?, taken_at = ?,
          reason = NULL, sentence = NULL WHERE seq = ?\
        """,
        now,
        ColumnValues.json(delivered.receipt()),
        startedAt,
        inFlightRow.seq());
    InFlightSql.delete(session, inFlightRow.seq());
    HistorySql.pend(session, inFlightRow.seq());
    AttemptSql.name(session, inFlightRow.seq(), delivered.receipt());
    if (delivered.reply() != null) {
      AttemptSql.reply(session, inFlightRow.seq(), inFlightRow.tries(), delivered.reply());
    }
    if (inFlightRow.unwanted()) {
      withdrawSuccessors(session, now, inFlightRow);
    }
  }

  /** Turns an attempt that was settled otherwise into a delivered one. */
  void late(
      SqlSession session,
      long now,
      InFlightRow inFlightRow,
      long startedAt,
      Settlement.Delivered delivered)
      throws SQLException {
    attempts.retract(session, inFlightRow.seq(), inFlightRow.tries());
    QueueEntrySql.delete(session, inFlightRow.seq());
    delivered(session, now, inFlightRow, startedAt, delivered);
    lines.form(session, now, inFlightRow.thread(), inFlightRow.lane().id());
  }

  /** Withdraws rows that replaced an unwanted row which was delivered all the same. */
  private void withdrawSuccessors(SqlSession session, long now, InFlightRow inFlightRow)
      throws SQLException {
    record Successor(long seq, long lane) {}
    for (Successor successor :
        session.list(
            """
            SELECT d.seq, d.lane FROM delivery d JOIN lane l ON l.id = d.lane
            WHERE d.thread = ? AND d.state = 'queued' AND d.kind = ? AND d.serial = ?
              AND l.channel = ? AND (d.executor = ? OR (d.one_per_address = 1 AND d.lane = ?))\
            """,
            row -> new Successor(row.number(), row.number()),
            inFlightRow.thread(),
            inFlightRow.kind(),
            inFlightRow.serial(),
            inFlightRow.lane().channel(),
            inFlightRow.executor(),
            inFlightRow.lane().id())) {
      DesiredStateSql.withdraw(session, now, successor.seq(), DesiredStateSql.TOLD_ALREADY);
      lines.form(session, now, inFlightRow.thread(), successor.lane());
    }
  }

  private void again(
      SqlSession session, long now, InFlightRow inFlightRow, long startedAt, Settlement.Retry again)
      throws SQLException {
    attempts.insert(
        session,
        inFlightRow.seq(),
        inFlightRow.tries(),
        startedAt,
        now,
        "deferred",
        again.reason().code(),
        again.sentence());
    long due = again.due().toEpochMilli();
    session.update(
        """
        UPDATE delivery SET state = 'queued', retry_at = ?,
          due = CASE WHEN turn > ? THEN turn ELSE ? END, spent = spent + ?, reason = ?,
          sentence = ?,
          uncertain_since = CASE ? WHEN 1 THEN coalesce(uncertain_since, ?) ELSE uncertain_since END
        WHERE seq = ?\
        """,
        due,
        due,
        due,
        again.spends() ? 1 : 0,
        again.reason().code(),
        ColumnValues.cut(again.sentence()),
        again.uncertain(),
        startedAt,
        inFlightRow.seq());
    InFlightSql.delete(session, inFlightRow.seq());
    withdrawUnwanted(session, now, inFlightRow);
  }

  private void returned(
      SqlSession session, long now, InFlightRow inFlightRow, Settlement.Returned returned)
      throws SQLException {
    Long due = returned.due() == null ? null : returned.due().toEpochMilli();
    session.update(
        """
        UPDATE delivery SET state = 'queued', tries = tries - 1,
          retry_at = coalesce(?, retry_at), due = CASE WHEN due < ? THEN ? ELSE due END
        WHERE seq = ?\
        """,
        due,
        due,
        due,
        inFlightRow.seq());
    InFlightSql.delete(session, inFlightRow.seq());
    withdrawUnwanted(session, now, inFlightRow);
  }

  /** The retry time stays: by it a reconcile knows when the row was due before. */
  private static void setAside(
      SqlSession session, long now, InFlightRow inFlightRow, Settlement.SetAside aside)
      throws SQLException {
    long until = aside.until().toEpochMilli();
    session.update(
        """
        UPDATE delivery SET state = 'queued', tries = tries - 1,
          due = CASE WHEN due < ? THEN ? ELSE due END
        WHERE seq = ?\
        """,
        until,
        until,
        inFlightRow.seq());
    InFlightSql.delete(session, inFlightRow.seq());
    withdrawUnwanted(session, now, inFlightRow);
  }

  /** A receipt proved wrong. */
  void corrected(SqlSession session, long now, InFlightRow inFlightRow, Settlement.Ended ended)
      throws SQLException {
    Long startedAt = inFlightRow.takenAt();
    if (startedAt == null) {
      // Delivered as history says: there is no attempt of it here.
      finish(session, now, inFlightRow, ended);
    } else {
      ended(session, now, inFlightRow, startedAt, ended);
    }
  }

  private void ended(
      SqlSession session, long now, InFlightRow inFlightRow, long startedAt, Settlement.Ended ended)
      throws SQLException {
    attempts.insert(
        session,
        inFlightRow.seq(),
        inFlightRow.tries(),
        startedAt,
        now,
        ended.state().code(),
        ColumnValues.code(ended.reason()),
        ended.sentence());
    finish(session, now, inFlightRow, ended);
  }

  private static void finish(
      SqlSession session, long now, InFlightRow inFlightRow, Settlement.Ended ended)
      throws SQLException {
    session.update(
        """
        UPDATE delivery SET state = ?, settled_at = ?, reason = ?, sentence = ? WHERE seq = ?\
        """,
        ended.state().code(),
        now,
        ColumnValues.code(ended.reason()),
        ColumnValues.cut(ended.sentence()),
        inFlightRow.seq());
    InFlightSql.delete(session, inFlightRow.seq());
    // History shows deliveries and failures; a withdrawn row is neither.
    if (ended.state() == DeliveryState.WITHDRAWN) {
      HistorySql.forget(session, inFlightRow.seq());
    } else {
      HistorySql.pend(session, inFlightRow.seq());
    }
  }

  private static void withdrawUnwanted(SqlSession session, long now, InFlightRow inFlightRow)
      throws SQLException {
    if (inFlightRow.unwanted()) {
      DesiredStateSql.withdraw(session, now, inFlightRow.seq(), DesiredStateSql.NOT_WANTED);
    }
  }
}
