package org.messgateway.gateway.queue.jdbc;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.Gate;
import org.messgateway.gateway.queue.Settled;
import org.messgateway.gateway.queue.Settlement;
import org.messgateway.gateway.queue.TakenDelivery;

/** What becomes of a row after an attempt; see {@code docs/state-machine.md}. */
final class SettleSql {

  private final AttemptSql attempts;
  private final LineSql lines;
  private final GateSql gates;
  private final ArrivalSql arrivals;

  SettleSql(AttemptSql attempts, LineSql lines, GateSql gates) {
    this.attempts = attempts;
    this.lines = lines;
    this.gates = gates;
    this.arrivals = new ArrivalSql(attempts, lines, gates);
  }

  /** As if one after the other; neighbours that simply arrived are settled together. */
  List<Boolean> settle(Session session, long now, List<Settled> settled) throws SQLException {
    List<Boolean> counted = new ArrayList<>(settled.size());
    for (int from = 0; from < settled.size(); ) {
      int to = from;
      while (to < settled.size() && arrived(settled.get(to))) {
        to++;
      }
      counted.addAll(arrived(session, now, settled.subList(from, to)));
      if (to < settled.size()) {
        counted.add(settle(session, now, settled.get(to++)));
      }
      from = to;
    }
    return counted;
  }

  private static boolean arrived(Settled settled) {
    return settled.settlement() instanceof Settlement.Delivered
        && settled.gate() instanceof Gate.Healthy;
  }

  /** What is not as simple as it looked goes the long way. */
  private List<Boolean> arrived(Session session, long now, List<Settled> settled)
      throws SQLException {
    Map<Long, Settled> first = new LinkedHashMap<>();
    settled.forEach(one -> first.putIfAbsent(one.taken().row(), one));
    Set<Long> simple = arrivals.settle(session, now, List.copyOf(first.values()));
    List<Boolean> counted = new ArrayList<>(settled.size());
    for (Settled one : settled) {
      // Told twice, it counts once: removed, it goes the long way the second time.
      counted.add(simple.remove(one.taken().row()) || settle(session, now, one));
    }
    return counted;
  }

  /** Whether it counted. */
  private boolean settle(Session session, long now, Settled settled) throws SQLException {
    TakenDelivery taken = settled.taken();
    Flight flight = Flight.bySeq(session, taken.row());
    if (flight == null || !sameTaking(flight, taken)) {
      return false;
    }
    if (flight.sending()) {
      inTime(session, now, flight, settled);
      return true;
    }
    // Rescued, and not sent again since: the receipt is the truth.
    if (settled.settlement() instanceof Settlement.Delivered delivered && !flight.delivered()) {
      late(session, now, flight, settled.startedAt().toEpochMilli(), delivered);
      gates.apply(session, now, flight, settled.settlement(), settled.gate());
      return true;
    }
    return false;
  }

  private static boolean sameTaking(Flight flight, TakenDelivery taken) {
    return flight.id().equals(taken.id())
        && flight.epoch() == taken.lane().epoch()
        && flight.tries() == taken.attempt();
  }

  private void inTime(Session session, long now, Flight flight, Settled settled)
      throws SQLException {
    long startedAt = settled.startedAt().toEpochMilli();
    switch (settled.settlement()) {
      case Settlement.Delivered delivered -> delivered(session, now, flight, startedAt, delivered);
      case Settlement.Again again -> again(session, now, flight, startedAt, again);
      case Settlement.Returned returned -> returned(session, now, flight, returned);
      case Settlement.SetAside aside -> setAside(session, now, flight, aside);
      case Settlement.Ended ended -> ended(session, now, flight, startedAt, ended);
    }
    lines.form(session, now, flight.thread(), flight.lane().id());
    gates.apply(session, now, flight, settled.settlement(), settled.gate());
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

  private void late(
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
      withdraw(session, now, successor.seq(), ReconcileSql.TOLD_ALREADY);
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

  /** A receipt that proved wrong; the attempt that brought it keeps what became of it. */
  boolean correct(Session session, long now, String id, Settlement.Ended ended)
      throws SQLException {
    Long row = DeliveryIds.row(session, id);
    Flight flight = row == null ? null : Flight.bySeq(session, row);
    if (flight == null || !flight.delivered()) {
      return false;
    }
    Long startedAt = flight.takenAt();
    if (startedAt == null) {
      // Delivered as history says: there is no attempt of it here.
      finish(session, now, flight, ended);
    } else {
      ended(session, now, flight, startedAt, ended);
    }
    return true;
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
      withdraw(session, now, flight.seq(), ReconcileSql.NOT_WANTED);
    }
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
}
