package org.messgateway.gateway.queue.jdbc;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.messgateway.api.FailureReason;

/** Requeues rows in {@code sending} that no attempt will settle any more, as due and uncertain. */
final class AbandonedRowsSql {

  /** No attempt lasts as long: its settlement was lost. */
  static final Duration LOST_AFTER = Duration.ofMinutes(5);

  static final String ORPHANED = "The gateway stopped before it knew the end of this attempt.";
  static final String UNSETTLED = "The end of this attempt was never stored.";

  private final AttemptSql attempts;
  private final ThreadOrderSql lines;

  AbandonedRowsSql(AttemptSql attempts, ThreadOrderSql lines) {
    this.attempts = attempts;
    this.lines = lines;
  }

  /** At open of a file that only one process uses. */
  int all(SqlSession session, long now) throws SQLException {
    return rescue(
        session, now, session.list("SELECT delivery FROM in_flight", ResultRow::number), ORPHANED);
  }

  /** Rows of a lane whose node is gone. */
  void ofLane(SqlSession session, long now, long lane) throws SQLException {
    rescue(
        session,
        now,
        session.list("SELECT delivery FROM in_flight WHERE lane = ?", ResultRow::number, lane),
        ORPHANED);
  }

  /** Of whomever, when it lasted too long. */
  void overlong(SqlSession session, long now) throws SQLException {
    rescue(
        session,
        now,
        session.list(
            "SELECT delivery FROM in_flight WHERE taken_at <= ?",
            ResultRow::number,
            now - LOST_AFTER.toMillis()),
        UNSETTLED);
  }

  private int rescue(SqlSession session, long now, List<Long> rows, String sentence)
      throws SQLException {
    for (long seq : rows) {
      rescue(session, now, Objects.requireNonNull(InFlightRow.bySeq(session, seq)), sentence);
    }
    return rows.size();
  }

  private void rescue(SqlSession session, long now, InFlightRow inFlightRow, String sentence)
      throws SQLException {
    long takenAt = Objects.requireNonNullElse(inFlightRow.takenAt(), now);
    attempts.insert(
        session,
        inFlightRow.seq(),
        inFlightRow.tries(),
        takenAt,
        now,
        "deferred",
        FailureReason.UNCERTAIN.code(),
        sentence);
    session.update(
        """
        UPDATE delivery SET state = 'queued', retry_at = ?, due = ?,
          uncertain_since = coalesce(uncertain_since, ?), reason = ?, sentence = ?
        WHERE seq = ?\
        """,
        now,
        now,
        takenAt,
        FailureReason.UNCERTAIN.code(),
        sentence,
        inFlightRow.seq());
    InFlightSql.delete(session, inFlightRow.seq());
    if (inFlightRow.unwanted()) {
      DesiredStateSql.withdraw(session, now, inFlightRow.seq(), DesiredStateSql.NOT_WANTED);
    }
    freeProbe(session, now, inFlightRow);
    lines.form(session, now, inFlightRow.thread(), inFlightRow.lane().id());
  }

  private static void freeProbe(SqlSession session, long now, InFlightRow inFlightRow)
      throws SQLException {
    session.update(
        "UPDATE lane SET state = 'open', probe = NULL, probe_at = ? WHERE id = ? AND probe = ?"
            + " AND state = 'probing'",
        now,
        inFlightRow.lane().id(),
        inFlightRow.seq());
  }
}
