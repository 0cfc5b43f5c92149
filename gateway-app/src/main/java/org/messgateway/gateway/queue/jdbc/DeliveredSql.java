package org.messgateway.gateway.queue.jdbc;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.messgateway.api.ServiceReply;
import org.messgateway.gateway.queue.Settlement;
import org.messgateway.gateway.queue.TakenDelivery;

/** Settles successful attempts together, with few statements: by far the most frequent outcome. */
final class DeliveredSql {

  private static final MultiRowSql FIND =
      new MultiRowSql(rows ->
          """
          SELECT seq, id, thread, lane, epoch, tries FROM delivery
          WHERE seq IN (%s) AND state || '' = 'sending' AND unwanted = 0\
          """
              .formatted(MultiRowSql.marks(rows)));

  // No join: a plan for it that was made while the table was empty reads all of it later.
  private static final MultiRowSql SETTLE =
      new MultiRowSql(rows ->
          """
          UPDATE delivery SET state = 'delivered', settled_at = ?,
            receipt = %1$s, taken_at = %1$s,
            reason = NULL, sentence = NULL, unrecorded = 1
          WHERE seq IN (%2$s)\
          """
              .formatted(MultiRowSql.choices(rows), MultiRowSql.marks(rows)));

  /** A row in flight. */
  private record SendingRow(
      long seq, String id, ThreadOrderSql.ThreadLane place, long epoch, int tries) {

    static SendingRow read(ResultRow row) throws SQLException {
      long seq = row.number();
      String id = ColumnValues.id(row.bytes());
      ThreadOrderSql.ThreadLane place = new ThreadOrderSql.ThreadLane(row.number(), row.number());
      return new SendingRow(seq, id, place, row.number(), row.count());
    }

    boolean isOf(TakenDelivery delivery) {
      return id.equals(delivery.id())
          && epoch == delivery.lane().epoch()
          && tries == delivery.attempt();
    }
  }

  private record SettledRow(SendingRow row, SettleSql.SettledAttempt settled) {

    long seq() {
      return row.seq();
    }
  }

  private final ThreadOrderSql lines;
  private final GateSql gates;

  DeliveredSql(ThreadOrderSql lines, GateSql gates) {
    this.lines = lines;
    this.gates = gates;
  }

  /**
   * Settles successful attempts whose row is still in flight by that attempt and wanted.
   *
   * @return keys of the settled rows; the caller settles the others one by one
   */
  Set<Long> settle(SqlSession session, long now, List<SettleSql.SettledAttempt> settled)
      throws SQLException {
    List<SettledRow> all = find(session, settled);
    Set<ThreadOrderSql.ThreadLane> places = new HashSet<>();
    Set<Long> lanes = new HashSet<>();
    Set<Long> rows = new HashSet<>();
    for (SettledRow done : all) {
      places.add(done.row().place());
      lanes.add(done.row().place().lane());
      rows.add(done.row().seq());
      ServiceReply reply = delivered(done).reply();
      if (reply != null) {
        AttemptSql.reply(session, done.row().seq(), done.row().tries(), reply);
      }
    }
    for (List<SettledRow> part : MultiRowSql.parts(all)) {
      store(session, now, part);
    }
    lines.advance(session, now, places);
    gates.healthy(session, lanes);
    return rows;
  }

  private static List<SettledRow> find(SqlSession session, List<SettleSql.SettledAttempt> settled)
      throws SQLException {
    Map<Long, SettleSql.SettledAttempt> byRow = new HashMap<>();
    settled.forEach(one -> byRow.put(one.delivery().row(), one));
    List<SettledRow> found = new ArrayList<>(settled.size());
    for (List<Long> part : MultiRowSql.parts(List.copyOf(byRow.keySet()))) {
      for (SendingRow row : session.list(FIND.of(part.size()), SendingRow::read, part.toArray())) {
        SettleSql.SettledAttempt one = Objects.requireNonNull(byRow.get(row.seq()));
        if (row.isOf(one.delivery())) {
          found.add(new SettledRow(row, one));
        }
      }
    }
    found.sort(Comparator.comparingLong(SettledRow::seq));
    return found;
  }

  private static void store(SqlSession session, long now, List<SettledRow> part)
      throws SQLException {
    List<Object> values = new ArrayList<>();
    values.add(now);
    MultiRowSql.addChoices(
        part, SettledRow::seq, done -> ColumnValues.json(delivered(done).receipt()), values);
    MultiRowSql.addChoices(
        part, SettledRow::seq, done -> done.settled().startedAt().toEpochMilli(), values);
    part.forEach(done -> values.add(done.row().seq()));
    session.update(SETTLE.of(part.size()), values.toArray());
  }

  private static Settlement.Delivered delivered(SettledRow done) {
    return (Settlement.Delivered) done.settled().settlement();
  }
}
