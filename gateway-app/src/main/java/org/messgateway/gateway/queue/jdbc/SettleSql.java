package org.messgateway.gateway.queue.jdbc;

import static org.messgateway.gateway.queue.jdbc.MultiRowSql.Column.BYTES;
import static org.messgateway.gateway.queue.jdbc.MultiRowSql.Column.NUMBER;
import static org.messgateway.gateway.queue.jdbc.MultiRowSql.Column.TEXT;

import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.messgateway.gateway.queue.BreakerUpdate;
import org.messgateway.gateway.queue.Settlement;
import org.messgateway.gateway.queue.TakenDelivery;

/**
 * Decides which settlements count; updates row, order of the thread's rows, and breakers.
 * Successes, by far the most frequent outcome, are settled together with few statements.
 */
final class SettleSql {

  /** Arguments of one {@link org.messgateway.gateway.queue.DeliveryQueue#settle}. */
  record SettledAttempt(
      TakenDelivery delivery, Instant startedAt, Settlement settlement, BreakerUpdate breaker) {}

  /**
   * Those that are still in flight by that attempt, and wanted. No other column is compared for
   * being equal: SQLite would make an index for that, and read all deliveries beside it.
   */
  private static final MultiRowSql SETTLE =
      MultiRowSql.ofRows(
          """
          UPDATE delivery SET state = 'delivered', settled_at = ?, receipt = v.column5,
            taken_at = v.column6, reason = NULL, sentence = NULL
          FROM (VALUES %s) v
          WHERE seq = v.column1
            AND NOT (id <> v.column2 OR epoch <> v.column3 OR tries <> v.column4)
            AND state = 'sending' AND unwanted = 0\
          """,
          NUMBER, BYTES, NUMBER, NUMBER, TEXT, NUMBER);

  /** Those of these rows that were just settled: what is in flight is not settled otherwise. */
  private static final MultiRowSql JUST_SETTLED =
      MultiRowSql.ofKeys(
          NUMBER,
          """
          SELECT f.delivery FROM in_flight f CROSS JOIN delivery d
          WHERE f.delivery IN (%s) AND d.seq = f.delivery AND d.state = 'delivered'\
          """);

  private final ThreadOrderSql lines;
  private final GateSql gates;
  private final OutcomeSql outcomes;

  SettleSql(AttemptSql attempts, ThreadOrderSql lines, GateSql gates) {
    this.lines = lines;
    this.gates = gates;
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
    Set<Long> simple = together(session, now, List.copyOf(first.values()));
    List<Boolean> counted = new ArrayList<>(settled.size());
    for (SettledAttempt one : settled) {
      // A repeated settlement counts once: the second one is settled alone, and finds no row.
      counted.add(simple.remove(one.delivery().row()) || settle(session, now, one));
    }
    return counted;
  }

  /**
   * Settles successful attempts whose row is still in flight by that attempt and wanted.
   *
   * @param settled of different rows
   * @return keys of the settled rows; the caller settles the others one by one
   */
  private Set<Long> together(SqlSession session, long now, List<SettledAttempt> settled)
      throws SQLException {
    List<Long> asked = new ArrayList<>(settled.size());
    List<Object> values = new ArrayList<>(6 * settled.size());
    for (SettledAttempt one : settled) {
      TakenDelivery delivery = one.delivery();
      asked.add(delivery.row());
      values.add(delivery.row());
      values.add(ColumnValues.key(delivery.id()));
      values.add(delivery.lane().epoch());
      values.add(delivery.attempt());
      values.add(ColumnValues.json(delivered(one).receipt()));
      values.add(one.startedAt().toEpochMilli());
    }
    boolean all = SETTLE.update(session, List.of(now), values, List.of()) == asked.size();
    List<Long> rows = all ? asked : JUST_SETTLED.list(session, ResultRow::number, asked);
    Set<Long> done = new HashSet<>(rows);
    Set<Long> lanes = new HashSet<>();
    for (SettledAttempt one : settled) {
      if (done.contains(one.delivery().row())) {
        lanes.add(one.delivery().lane().lane());
        keep(session, one);
      }
    }
    InFlightSql.delete(session, rows);
    HistorySql.pend(session, rows);
    lines.advance(session, now, rows);
    gates.healthy(session, lanes);
    return done;
  }

  /** What most services do not give. */
  private static void keep(SqlSession session, SettledAttempt settled) throws SQLException {
    Settlement.Delivered delivered = delivered(settled);
    AttemptSql.name(session, settled.delivery().row(), delivered.receipt());
    if (delivered.reply() != null) {
      AttemptSql.reply(
          session, settled.delivery().row(), settled.delivery().attempt(), delivered.reply());
    }
  }

  private static Settlement.Delivered delivered(SettledAttempt settled) {
    return (Settlement.Delivered) settled.settlement();
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
