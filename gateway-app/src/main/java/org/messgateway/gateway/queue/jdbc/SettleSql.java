package org.messgateway.gateway.queue.jdbc;

import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.messgateway.gateway.queue.BreakerUpdate;
import org.messgateway.gateway.queue.Settlement;
import org.messgateway.gateway.queue.TakenDelivery;

/** Decides which settlements count; updates row, order of the thread's rows, and breakers. */
final class SettleSql {

  /** Arguments of one {@link org.messgateway.gateway.queue.DeliveryQueue#settle}. */
  record SettledAttempt(
      TakenDelivery delivery, Instant startedAt, Settlement settlement, BreakerUpdate breaker) {}

  private final ThreadOrderSql lines;
  private final GateSql gates;
  private final DeliveredSql arrivals;
  private final OutcomeSql outcomes;

  SettleSql(AttemptSql attempts, ThreadOrderSql lines, GateSql gates) {
    this.lines = lines;
    this.gates = gates;
    this.arrivals = new DeliveredSql(lines, gates);
    this.outcomes = new OutcomeSql(attempts, lines);
  }

  /** As if one after the other; neighbours that simply arrived are settled together. */
  List<Boolean> settle(SqlSession session, long now, List<SettledAttempt> settled)
      throws SQLException {
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

  private static boolean arrived(SettledAttempt settled) {
    return settled.settlement() instanceof Settlement.Delivered
        && settled.breaker() instanceof BreakerUpdate.Healthy;
  }

  /** Settles successes together; those with another state of their row one by one. */
  private List<Boolean> arrived(SqlSession session, long now, List<SettledAttempt> settled)
      throws SQLException {
    Map<Long, SettledAttempt> first = new LinkedHashMap<>();
    settled.forEach(one -> first.putIfAbsent(one.delivery().row(), one));
    Set<Long> simple = arrivals.settle(session, now, List.copyOf(first.values()));
    List<Boolean> counted = new ArrayList<>(settled.size());
    for (SettledAttempt one : settled) {
      // A repeated settlement counts once: the second one is settled alone, and finds no row.
      counted.add(simple.remove(one.delivery().row()) || settle(session, now, one));
    }
    return counted;
  }

  /** Whether it counted. */
  private boolean settle(SqlSession session, long now, SettledAttempt settled) throws SQLException {
    TakenDelivery delivery = settled.delivery();
    InFlightRow inFlightRow = InFlightRow.bySeq(session, delivery.row());
    if (inFlightRow == null || !sameTaking(inFlightRow, delivery)) {
      return false;
    }
    if (inFlightRow.sending()) {
      inTime(session, now, inFlightRow, settled);
      return true;
    }
    // Rescued, and not sent again since: the receipt is the truth.
    if (settled.settlement() instanceof Settlement.Delivered delivered
        && !inFlightRow.delivered()) {
      outcomes.late(session, now, inFlightRow, settled.startedAt().toEpochMilli(), delivered);
      gates.apply(session, now, inFlightRow, settled.settlement(), settled.breaker());
      return true;
    }
    return false;
  }

  private static boolean sameTaking(InFlightRow inFlightRow, TakenDelivery delivery) {
    return inFlightRow.id().equals(delivery.id())
        && inFlightRow.epoch() == delivery.lane().epoch()
        && inFlightRow.tries() == delivery.attempt();
  }

  private void inTime(SqlSession session, long now, InFlightRow inFlightRow, SettledAttempt settled)
      throws SQLException {
    outcomes.write(
        session, now, inFlightRow, settled.startedAt().toEpochMilli(), settled.settlement());
    lines.form(session, now, inFlightRow.thread(), inFlightRow.lane().id());
    gates.apply(session, now, inFlightRow, settled.settlement(), settled.breaker());
  }

  /** A receipt that proved wrong; the attempt that brought it keeps what became of it. */
  boolean correct(SqlSession session, long now, String id, Settlement.Ended ended)
      throws SQLException {
    Long row = DeliveryIdLookup.row(session, id);
    InFlightRow inFlightRow = row == null ? null : InFlightRow.bySeq(session, row);
    if (inFlightRow == null || !inFlightRow.delivered()) {
      return false;
    }
    outcomes.corrected(session, now, inFlightRow, ended);
    return true;
  }
}
