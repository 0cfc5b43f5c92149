package org.messgateway.gateway.queue.jdbc;

import java.sql.SQLException;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.Settlement;

/** Writes what became of one attempt into its row; see {@code docs/state-machine.md}. */
final class OutcomeSql {

  private final AttemptSql attempts;
  private final LineSql lines;

  OutcomeSql(AttemptSql attempts, LineSql lines) {
    this.attempts = attempts;
    this.lines = lines;
  }

  void write(Session session, long now, Flight flight, long startedAt, Settlement settlement)
      throws SQLException {
    switch (settlement) {
      case Settlement.Delivered delivered -> delivered(session, now, flight, startedAt, delivered);
      case Settlement.Again again -> again(session, now, flight, startedAt, again);
      case Settlement.Returned returned -> returned(session, now, flight, returned);
      case Settlement.SetAside aside -> setAside(session, now, flight, aside);
      case Settlement.Ended ended -> ended(session, now, flight, startedAt, ended);
    }
  }

  private void delivered(
      Session session, long now, Flight flight, long startedAt, Settlement.Delivered delivered)
      throws SQLException {
    session.update(
        """
        UPDATE delivery SET state = 'delivered', waits_for = NULL, settled_at = ?, receipt = ?,
          taken_at = ?, reason = NULL, sentence = NULL, unrecorded = 1 WHERE seq = ?\
        """,
        now,
        Columns.json(delivered.receipt()),
        startedAt,
        flight.seq());
    if (delivered.reply() != null) {
      attempts.reply(session, flight.seq(), flight.tries(), delivered.reply());
    }
    if (flight.unwanted()) {
      withdrawSuccessors(session, now, flight);
    }
  }

  /** It was delivered after all: what was thought of the attempt is taken back. */
  void late(
      Session session, long now, Flight flight, long startedAt, Settlement.Delivered delivered)
      throws SQLException {
    attempts.retract(session, flight.seq(), flight.tries());
    delivered(session, now, flight, startedAt, delivered);
    lines.form(session, now, flight.thread(), flight.lane().id());
  }

  /** What was queued in place of a row that nobody wanted and that arrived all the same. */
  private void withdrawSuccessors(Session session, long now, Flight flight) throws SQLException {
    record Successor(long seq, long lane) {}
    for (Successor successor :
        session.list(
            """
            SELECT d.seq, d.lane FROM delivery d JOIN lane l ON l.id = d.lane
            WHERE d.thread = ? AND d.state = 'queued' AND d.kind = ? AND d.serial = ?
              AND l.channel = ? AND (d.executor = ? OR (d.one_per_address = 1 AND d.lane = ?))\
            """,
            row -> new Successor(row.number(), row.number()),
            flight.thread(),
            flight.kind(),
            flight.serial(),
            flight.lane().channel(),
            flight.executor(),
            flight.lane().id())) {
      WishSql.withdraw(session, now, successor.seq(), WishSql.TOLD_ALREADY);
      lines.form(session, now, flight.thread(), successor.lane());
    }
  }

  private void again(
      Session session, long now, Flight flight, long startedAt, Settlement.Again again)
      throws SQLException {
    attempts.insert(
        session,
        flight.seq(),
        flight.tries(),
        startedAt,
        now,
        "deferred",
        again.reason().code(),
        again.sentence());
    long due = again.due().toEpochMilli();
    session.update(
        """
        UPDATE delivery SET state = 'queued', waits_for = 'thread', retry_at = ?,
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
        Columns.cut(again.sentence()),
        again.uncertain(),
        startedAt,
        flight.seq());
    withdrawUnwanted(session, now, flight);
  }

  private void returned(Session session, long now, Flight flight, Settlement.Returned returned)
      throws SQLException {
    Long due = returned.due() == null ? null : returned.due().toEpochMilli();
    session.update(
        """
        UPDATE delivery SET state = 'queued', waits_for = 'thread', tries = tries - 1,
          retry_at = coalesce(?, retry_at), due = CASE WHEN due < ? THEN ? ELSE due END
        WHERE seq = ?\
        """,
        due,
        due,
        due,
        flight.seq());
    withdrawUnwanted(session, now, flight);
  }

  /** The retry time stays: by it a reconcile knows when the row was due before. */
  private static void setAside(Session session, long now, Flight flight, Settlement.SetAside aside)
      throws SQLException {
    long until = aside.until().toEpochMilli();
    session.update(
        """
        UPDATE delivery SET state = 'queued', waits_for = 'thread', tries = tries - 1,
          due = CASE WHEN due < ? THEN ? ELSE due END
        WHERE seq = ?\
        """,
        until,
        until,
        flight.seq());
    withdrawUnwanted(session, now, flight);
  }

  /** A receipt proved wrong. */
  void corrected(Session session, long now, Flight flight, Settlement.Ended ended)
      throws SQLException {
    Long startedAt = flight.takenAt();
    if (startedAt == null) {
      // Delivered as history says: there is no attempt of it here.
      finish(session, now, flight, ended);
    } else {
      ended(session, now, flight, startedAt, ended);
    }
  }

  private void ended(
      Session session, long now, Flight flight, long startedAt, Settlement.Ended ended)
      throws SQLException {
    attempts.insert(
        session,
        flight.seq(),
        flight.tries(),
        startedAt,
        now,
        ended.state().code(),
        Columns.code(ended.reason()),
        ended.sentence());
    finish(session, now, flight, ended);
  }

  private static void finish(Session session, long now, Flight flight, Settlement.Ended ended)
      throws SQLException {
    session.update(
        """
        UPDATE delivery SET state = ?, waits_for = NULL, settled_at = ?, reason = ?, sentence = ?,
          unrecorded = ? WHERE seq = ?\
        """,
        ended.state().code(),
        now,
        Columns.code(ended.reason()),
        Columns.cut(ended.sentence()),
        // History tells who was told and who could not be; what was taken back is neither.
        ended.state() != DeliveryState.WITHDRAWN,
        flight.seq());
  }

  private static void withdrawUnwanted(Session session, long now, Flight flight)
      throws SQLException {
    if (flight.unwanted()) {
      WishSql.withdraw(session, now, flight.seq(), WishSql.NOT_WANTED);
    }
  }
}
