package org.messgateway.gateway.queue.jdbc;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.messgateway.api.FailureReason;

/** Rows in {@code sending} that nobody is left to settle: due at once, and uncertain. */
final class RescueSql {

  /** No attempt lasts as long: its settlement was lost. */
  static final Duration LOST_AFTER = Duration.ofMinutes(5);

  static final String ORPHANED = "The gateway stopped before it knew the end of this attempt.";
  static final String UNSETTLED = "The end of this attempt was never stored.";

  private final AttemptSql attempts;
  private final LineSql lines;

  RescueSql(AttemptSql attempts, LineSql lines) {
    this.attempts = attempts;
    this.lines = lines;
  }

  /** At open of a file that only one process uses. */
  int all(Session session, long now) throws SQLException {
    return rescue(
        session,
        now,
        session.list("SELECT seq FROM delivery WHERE state = 'sending'", Row::number),
        ORPHANED);
  }

  /** Of a lane whose owner is gone. */
  void ofLane(Session session, long now, long lane) throws SQLException {
    rescue(
        session,
        now,
        session.list(
            "SELECT seq FROM delivery WHERE state = 'sending' AND +lane = ?", Row::number, lane),
        ORPHANED);
  }

  /** Of whomever, when it lasted too long. */
  void overlong(Session session, long now) throws SQLException {
    rescue(
        session,
        now,
        session.list(
            "SELECT seq FROM delivery WHERE state = 'sending' AND taken_at <= ?",
            Row::number,
            now - LOST_AFTER.toMillis()),
        UNSETTLED);
  }

  private int rescue(Session session, long now, List<Long> rows, String sentence)
      throws SQLException {
    for (long seq : rows) {
      rescue(session, now, Objects.requireNonNull(Flight.bySeq(session, seq)), sentence);
    }
    return rows.size();
  }

  private void rescue(Session session, long now, Flight flight, String sentence)
      throws SQLException {
    long takenAt = Objects.requireNonNullElse(flight.takenAt(), now);
    attempts.insert(
        session,
        flight.seq(),
        flight.tries(),
        takenAt,
        now,
        "deferred",
        FailureReason.UNCERTAIN.code(),
        sentence);
    session.update(
        """
        UPDATE delivery SET state = 'queued', waits_for = 'thread', retry_at = ?, due = ?,
          uncertain_since = coalesce(uncertain_since, ?), reason = ?, sentence = ?
        WHERE seq = ?\
        """,
        now,
        now,
        takenAt,
        FailureReason.UNCERTAIN.code(),
        sentence,
        flight.seq());
    if (flight.unwanted()) {
      WishSql.withdraw(session, now, flight.seq(), WishSql.NOT_WANTED);
    }
    freeProbe(session, now, flight);
    lines.form(session, now, flight.thread(), flight.lane().id());
  }

  private static void freeProbe(Session session, long now, Flight flight) throws SQLException {
    session.update(
        "UPDATE lane SET state = 'open', probe = NULL, probe_at = ? WHERE id = ? AND probe = ?"
            + " AND state = 'probing'",
        now,
        flight.lane().id(),
        flight.seq());
  }
}
