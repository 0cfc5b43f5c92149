package org.messgateway.gateway.queue.jdbc;

import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.FailureReason;
import org.messgateway.api.FailureReason.Scope;
import org.messgateway.gateway.queue.Gate;
import org.messgateway.gateway.queue.Settlement;

/** What an attempt teaches about its lane and its account; see {@code docs/state-machine.md}. */
final class GateSql {

  // One column: the driver asks for the name of each, even where there is no row.
  private static final RowsSql SICK =
      new RowsSql(lanes ->
          """
          SELECT l.id FROM lane l JOIN account a ON a.channel = l.channel
          WHERE l.id IN (%s) AND (l.state <> 'closed' OR l.probes > 0 OR l.failures > 0
            OR a.state <> 'closed')\
          """
              .formatted(RowsSql.marks(lanes)));

  /** Different deliveries that may fail in a row before the lane is thought sick. */
  static final int SICK_AT = 3;

  /** How long an account waits after a probe that failed for its own reasons. */
  static final Duration ACCOUNT_AGAIN = Duration.ofSeconds(5);

  void apply(Session session, long now, Flight flight, Settlement settlement, Gate gate)
      throws SQLException {
    Flight.LaneView lane = flight.lane();
    switch (gate) {
      case Gate.Healthy healthy -> healthy(session, lane);
      case Gate.LaneWaits waits -> {
        laneWaits(session, lane, waits.until(), waits.reason(), waits.sentence());
        accountUndecided(session, lane, now);
      }
      case Gate.AccountWaits waits -> accountWaits(session, now, lane, waits);
      case Gate.Unchanged unchanged -> unchanged(session, now, flight, settlement);
    }
  }

  /** The same for lanes by their keys; nothing is written where all was well. */
  void healthy(Session session, Set<Long> lanes) throws SQLException {
    for (List<Long> part : RowsSql.parts(List.copyOf(lanes))) {
      for (long sick : session.list(SICK.of(part.size()), Row::number, part.toArray())) {
        healthy(session, Flight.LaneView.of(session, sick));
      }
    }
  }

  private static void healthy(Session session, Flight.LaneView lane) throws SQLException {
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
      Session session, Flight.LaneView lane, Instant until, FailureReason reason, String sentence)
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
        Columns.cut(sentence),
        lane.id());
    session.work();
  }

  private static void accountWaits(
      Session session, long now, Flight.LaneView lane, Gate.AccountWaits waits)
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
        Columns.cut(waits.sentence()),
        lane.channel());
    laneUndecided(session, lane, now);
    session.work();
  }

  private static void unchanged(Session session, long now, Flight flight, Settlement settlement)
      throws SQLException {
    Flight.LaneView lane = flight.lane();
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
      case Settlement.Again again -> failed(session, now, flight, again.reason(), again.sentence());
      case Settlement.Ended ended -> failed(session, now, flight, ended.reason(), ended.sentence());
    }
  }

  private static void failed(
      Session session, long now, Flight flight, @Nullable FailureReason reason, String sentence)
      throws SQLException {
    Flight.LaneView lane = flight.lane();
    boolean counts = reason != null && reason.scope() == Scope.DELIVERY;
    int failures = counts ? count(session, flight) : lane.failures();
    if (reason != null && (lane.state().equals("probing") || (counts && failures >= SICK_AT))) {
      Instant until = Instant.ofEpochMilli(now + ProbeDelay.after(lane.probes()));
      laneWaits(session, lane, until, reason, sentence);
    } else {
      laneUndecided(session, lane, now);
    }
    accountUndecided(session, lane, now + ACCOUNT_AGAIN.toMillis());
  }

  /** Counts a delivery that failed once, however often it fails. */
  private static int count(Session session, Flight flight) throws SQLException {
    Flight.LaneView lane = flight.lane();
    if (is(lane.failedFirst(), flight) || is(lane.failedSecond(), flight)) {
      return lane.failures();
    }
    session.update(
        """
        UPDATE lane SET failures = failures + 1,
          failed_second = CASE failures WHEN 1 THEN ? ELSE failed_second END,
          failed_first = CASE failures WHEN 0 THEN ? ELSE failed_first END WHERE id = ?\
        """,
        flight.seq(),
        flight.seq(),
        lane.id());
    return lane.failures() + 1;
  }

  private static boolean is(@Nullable Long seq, Flight flight) {
    return seq != null && seq == flight.seq();
  }

  /** A probe that taught nothing about the lane. */
  private static void laneUndecided(Session session, Flight.LaneView lane, long probeAt)
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

  /** A probe that taught nothing about the account: another lane may try. */
  private static void accountUndecided(Session session, Flight.LaneView lane, long probeAt)
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
