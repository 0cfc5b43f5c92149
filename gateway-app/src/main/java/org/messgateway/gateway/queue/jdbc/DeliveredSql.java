package org.messgateway.gateway.queue.jdbc;

import static org.messgateway.gateway.queue.jdbc.MultiRowSql.Column.BYTES;
import static org.messgateway.gateway.queue.jdbc.MultiRowSql.Column.NUMBER;
import static org.messgateway.gateway.queue.jdbc.MultiRowSql.Column.TEXT;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.messgateway.gateway.queue.Settlement;
import org.messgateway.gateway.queue.TakenDelivery;

/** Settles successful attempts together, with few statements: by far the most frequent outcome. */
final class DeliveredSql {

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

  DeliveredSql(ThreadOrderSql lines, GateSql gates) {
    this.lines = lines;
    this.gates = gates;
  }

  /**
   * Settles successful attempts whose row is still in flight by that attempt and wanted.
   *
   * @param settled of different rows
   * @return keys of the settled rows; the caller settles the others one by one
   */
  Set<Long> settle(SqlSession session, long now, List<SettleSql.SettledAttempt> settled)
      throws SQLException {
    List<Long> asked = new ArrayList<>(settled.size());
    List<Object> values = new ArrayList<>(6 * settled.size());
    for (SettleSql.SettledAttempt one : settled) {
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
    for (SettleSql.SettledAttempt one : settled) {
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
  private static void keep(SqlSession session, SettleSql.SettledAttempt settled)
      throws SQLException {
    Settlement.Delivered delivered = delivered(settled);
    AttemptSql.name(session, settled.delivery().row(), delivered.receipt());
    if (delivered.reply() != null) {
      AttemptSql.reply(
          session, settled.delivery().row(), settled.delivery().attempt(), delivered.reply());
    }
  }

  private static Settlement.Delivered delivered(SettleSql.SettledAttempt settled) {
    return (Settlement.Delivered) settled.settlement();
  }
}
