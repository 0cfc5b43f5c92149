package org.messgateway.gateway.queue.jdbc;

import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.FailureReason;
import org.messgateway.api.FailureReason.FailureScope;
import org.messgateway.gateway.queue.BreakerUpdate;
import org.messgateway.gateway.queue.Settlement;

/** Moves the breakers of lanes and accounts after attempts; see {@code docs/state-machine.md}. */
final class GateSql {

  // One column: the driver asks for the name of each, even where there is no row.
  private static final MultiRowSql SICK =
      MultiRowSql.ofKeys(
          MultiRowSql.Column.NUMBER,
          """
          SELECT l.id FROM lane l JOIN account a ON a.channel = l.channel
          WHERE l.id IN (%s) AND (l.state <> 'closed' OR l.probes > 0 OR l.failures > 0
            OR a.state <> 'closed')\
          """);

  /** Different deliveries failing in a row at which the breaker of the lane opens. */
  static final int SICK_AT = 3;

  /** How long an account waits after a probe that failed for its own reasons. */
  static final Duration ACCOUNT_AGAIN = Duration.ofSeconds(5);

  /**
   * Pauses before the first probes of a lane whose attempts gave no time of their own; {@code
   * docs/rules.md#retry}.
   */
  private static final List<Duration> PROBE_PAUSES =
      List.of(Duration.ofSeconds(5), Duration.ofSeconds(15), Duration.ofMinutes(1));

  /** Pause before each later probe. */
  private static final Duration FURTHER_PROBE = Duration.ofMinutes(5);

  void apply(
      SqlSession session,
      long now,
      InFlightRow inFlightRow,
      Settlement settlement,
      BreakerUpdate breaker)
      throws SQLException {
    InFlightRow.LaneView lane = inFlightRow.lane();
    switch (breaker) {
      case BreakerUpdate.Healthy healthy -> healthy(session, lane);
      case BreakerUpdate.LaneWaits waits -> {
        laneWaits(session, lane, waits.until(), waits.reason(), waits.sentence());
        accountUndecided(session, lane, now);
      }
      case BreakerUpdate.AccountWaits waits -> accountWaits(session, now, lane, waits);
      case BreakerUpdate.Unchanged unchanged -> unchanged(session, now, inFlightRow, settlement);
    }
  }

  /** The same for lanes by their keys; nothing is written where all was well. */
  void healthy(SqlSession session, Set<Long> lanes) throws SQLException {
    for (long sick : SICK.list(session, ResultRow::number, List.copyOf(lanes))) {
      healthy(session, InFlightRow.LaneView.of(session, sick));
    }
  }

  private static void healthy(SqlSession session, InFlightRow.LaneView lane) throws SQLException {
    if (!lane.state().equals("closed") || lane.probes() > 0 || lane.failures() > 0) {
      session.update(
          """
          UPDATE lane SET state = 'closed', probe_at = NULL, probes = 0, probe = NULL,
            failures = 0, failed_first = NULL, failed_second = NULL, reason = NULL, sentence = NULL
          WHERE id = ?\
          """,
          lane.id());
      session.work();
    }
    if (!lane.account().equals("closed")) {
      session.update(
          """
          UPDATE account SET state = 'closed', probe_at = NULL, probes = 0, probe_lane = NULL,
            reason = NULL, sentence = NULL WHERE channel = ?\
          """,
          lane.channel());
      session.work();
    }
  }

  private static void laneWaits(
      SqlSession session,
      InFlightRow.LaneView lane,
      Instant until,
      FailureReason reason,
      String sentence)
      throws SQLException {
    session.update(
        """
        UPDATE lane SET
          probe_at = CASE WHEN state = 'open' AND probe_at > ? THEN probe_at ELSE ? END,
          probes = CASE WHEN state = 'open' THEN probes ELSE probes + 1 END,
          state = 'open', probe = NULL, reason = ?, sentence = ? WHERE id = ?\
        """,
        until.toEpochMilli(),
        until.toEpochMilli(),
        reason.code(),
        ColumnValues.cut(sentence),
        lane.id());
    session.work();
  }

  private static void accountWaits(
      SqlSession session, long now, InFlightRow.LaneView lane, BreakerUpdate.AccountWaits waits)
      throws SQLException {
    long until = waits.until().toEpochMilli();
    session.update(
        """
        UPDATE account SET
          probe_at = CASE WHEN state = 'open' AND probe_at > ? THEN probe_at ELSE ? END,
          probes = CASE WHEN state = 'open' THEN probes ELSE probes + 1 END,
          state = 'open', probe_lane = NULL, reason = ?, sentence = ? WHERE channel = ?\
        """,
        until,
        until,
        waits.reason().code(),
        ColumnValues.cut(waits.sentence()),
        lane.channel());
    laneUndecided(session, lane, now);
    session.work();
  }

  private static void unchanged(
      SqlSession session, long now, InFlightRow inFlightRow, Settlement settlement)
      throws SQLException {
    InFlightRow.LaneView lane = inFlightRow.lane();
    switch (settlement) {
      case Settlement.Delivered delivered -> {
        if (lane.state().equals("probing") || lane.probesAccount()) {
          healthy(session, lane);
        }
      }
      case Settlement.Returned _, Settlement.SetAside _ -> {
        laneUndecided(session, lane, now);
        accountUndecided(session, lane, now);
      }
      case Settlement.Retry again ->
          failed(session, now, inFlightRow, again.reason(), again.sentence());
      case Settlement.Ended ended ->
          failed(session, now, inFlightRow, ended.reason(), ended.sentence());
    }
  }

  private static void failed(
      SqlSession session,
      long now,
      InFlightRow inFlightRow,
      @Nullable FailureReason reason,
      String sentence)
      throws SQLException {
    InFlightRow.LaneView lane = inFlightRow.lane();
    // A refused request is the delivery's own: the lane is well.
    boolean counts =
        reason != null
            && reason.scope() == FailureScope.DELIVERY
            && reason != FailureReason.REQUEST_REFUSED;
    int failures = counts ? count(session, inFlightRow) : lane.failures();
    if (reason != null && (lane.state().equals("probing") || (counts && failures >= SICK_AT))) {
      Instant until = Instant.ofEpochMilli(now + probePause(lane.probes()));
      laneWaits(session, lane, until, reason, sentence);
    } else {
      laneUndecided(session, lane, now);
    }
    accountUndecided(session, lane, now + ACCOUNT_AGAIN.toMillis());
  }

  /** Milliseconds before the next probe, after that many failed probes in a row. */
  private static long probePause(int probes) {
    return (probes < PROBE_PAUSES.size() ? PROBE_PAUSES.get(probes) : FURTHER_PROBE).toMillis();
  }

  /** Counts a delivery that failed once, however often it fails. */
  private static int count(SqlSession session, InFlightRow inFlightRow) throws SQLException {
    InFlightRow.LaneView lane = inFlightRow.lane();
    if (is(lane.failedFirst(), inFlightRow) || is(lane.failedSecond(), inFlightRow)) {
      return lane.failures();
    }
    session.update(
        """
        UPDATE lane SET failures = failures + 1,
          failed_second = CASE failures WHEN 1 THEN ? ELSE failed_second END,
          failed_first = CASE failures WHEN 0 THEN ? ELSE failed_first END WHERE id = ?\
        """,
        inFlightRow.seq(),
        inFlightRow.seq(),
        lane.id());
    return lane.failures() + 1;
  }

  private static boolean is(@Nullable Long seq, InFlightRow inFlightRow) {
    return seq != null && seq == inFlightRow.seq();
  }

  /** Ends a probe without a result for the lane. */
  private static void laneUndecided(SqlSession session, InFlightRow.LaneView lane, long probeAt)
      throws SQLException {
    if (lane.state().equals("probing")) {
      session.update(
          "UPDATE lane SET state = 'open', probe = NULL, probe_at = ? WHERE id = ?",
          probeAt,
          lane.id());
      session.work();
    } else if (lane.probesAccount()) {
      session.update("UPDATE lane SET probe = NULL WHERE id = ?", lane.id());
    }
  }

  /** Ends a probe without a result for the account: another lane may probe it. */
  private static void accountUndecided(SqlSession session, InFlightRow.LaneView lane, long probeAt)
      throws SQLException {
    if (lane.probesAccount()) {
      session.update(
          "UPDATE account SET state = 'open', probe_lane = NULL, probe_at = ? WHERE channel = ?",
          probeAt,
          lane.channel());
      session.work();
    }
  }
}
