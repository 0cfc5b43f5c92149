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
import org.messgateway.api.Reply;
import org.messgateway.gateway.queue.Settled;
import org.messgateway.gateway.queue.Settlement;
import org.messgateway.gateway.queue.TakenDelivery;

/** What nearly always happens to an attempt: it delivered, and all is well. */
final class ArrivalSql {

  private static final RowsSql FIND =
      new RowsSql(rows ->
          """
          SELECT seq, id, thread, lane, epoch, tries FROM delivery
          WHERE seq IN (%s) AND state || '' = 'sending' AND unwanted = 0\
          """
              .formatted(RowsSql.marks(rows)));

  // No join: a plan for it that was made while the table was empty reads all of it later.
  private static final RowsSql SETTLE =
      new RowsSql(rows ->
          """
          UPDATE delivery SET state = 'delivered', settled_at = ?,
            receipt = %1$s, taken_at = %1$s,
            reason = NULL, sentence = NULL, unrecorded = 1
          WHERE seq IN (%2$s)\
          """
              .formatted(RowsSql.choices(rows), RowsSql.marks(rows)));

  /** A row in flight. */
  private record Found(long seq, String id, LineSql.Place place, long epoch, int tries) {

    static Found read(Row row) throws SQLException {
      long seq = row.number();
      String id = Columns.id(row.bytes());
      LineSql.Place place = new LineSql.Place(row.number(), row.number());
      return new Found(seq, id, place, row.number(), row.count());
    }

    boolean isOf(TakenDelivery taken) {
      return id.equals(taken.id()) && epoch == taken.lane().epoch() && tries == taken.attempt();
    }
  }

  private record Done(Found row, Settled settled) {

    long seq() {
      return row.seq();
    }
  }

  private final AttemptSql attempts;
  private final LineSql lines;
  private final GateSql gates;

  ArrivalSql(AttemptSql attempts, LineSql lines, GateSql gates) {
    this.attempts = attempts;
    this.lines = lines;
    this.gates = gates;
  }

  /**
   * Settles, of different deliveries, those whose row is still in flight by this attempt and
   * wanted.
   *
   * @return their rows, for the caller to change
   */
  Set<Long> settle(Session session, long now, List<Settled> settled) throws SQLException {
    List<Done> all = find(session, settled);
    Set<LineSql.Place> places = new HashSet<>();
    Set<Long> lanes = new HashSet<>();
    Set<Long> rows = new HashSet<>();
    for (Done done : all) {
      places.add(done.row().place());
      lanes.add(done.row().place().lane());
      rows.add(done.row().seq());
      Reply reply = delivered(done).reply();
      if (reply != null) {
        attempts.reply(session, done.row().seq(), done.row().tries(), reply);
      }
    }
    for (List<Done> part : RowsSql.parts(all)) {
      store(session, now, part);
    }
    lines.advance(session, now, places);
    gates.healthy(session, lanes);
    return rows;
  }

  private static List<Done> find(Session session, List<Settled> settled) throws SQLException {
    Map<Long, Settled> byRow = new HashMap<>();
    settled.forEach(one -> byRow.put(one.taken().row(), one));
    List<Done> found = new ArrayList<>(settled.size());
    for (List<Long> part : RowsSql.parts(List.copyOf(byRow.keySet()))) {
      for (Found row : session.list(FIND.of(part.size()), Found::read, part.toArray())) {
        Settled one = Objects.requireNonNull(byRow.get(row.seq()));
        if (row.isOf(one.taken())) {
          found.add(new Done(row, one));
        }
      }
    }
    found.sort(Comparator.comparingLong(Done::seq));
    return found;
  }

  private static void store(Session session, long now, List<Done> part) throws SQLException {
    List<Object> values = new ArrayList<>();
    values.add(now);
    RowsSql.addChoices(part, Done::seq, done -> Columns.json(delivered(done).receipt()), values);
    RowsSql.addChoices(part, Done::seq, done -> done.settled().startedAt().toEpochMilli(), values);
    part.forEach(done -> values.add(done.row().seq()));
    session.update(SETTLE.of(part.size()), values.toArray());
  }

  private static Settlement.Delivered delivered(Done done) {
    return (Settlement.Delivered) done.settled().settlement();
  }
}
