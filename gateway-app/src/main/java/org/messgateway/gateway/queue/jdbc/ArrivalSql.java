package org.messgateway.gateway.queue.jdbc;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Reply;
import org.messgateway.gateway.queue.Settled;
import org.messgateway.gateway.queue.Settlement;

/** What nearly always happens to an attempt: it delivered, and all is well. */
final class ArrivalSql {

  // The state is asked in a way that no index fits: each row is found by its id, not among all that
  // are in flight.
  private static final RowsSql SETTLE =
      new RowsSql(rows ->
          """
          WITH v (id, receipt, started_at, epoch, attempt) AS (VALUES %s)
          UPDATE delivery SET state = 'delivered', settled_at = ?, receipt = v.receipt,
            taken_at = v.started_at, reason = NULL, sentence = NULL, unrecorded = 1
          FROM v
          WHERE delivery.id = v.id AND delivery.state = 'sending'
            AND delivery.epoch = v.epoch AND delivery.tries = v.attempt
            AND delivery.unwanted = 0
          RETURNING seq, thread, lane, delivery.id\
          """
              .formatted(RowsSql.values(rows, 5)));

  private record Done(long seq, LineSql.Place place, String id) {}

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
   * @return their ids, for the caller to change
   */
  Set<String> settle(Session session, long now, List<Settled> settled) throws SQLException {
    List<Done> all = new ArrayList<>(settled.size());
    for (List<Settled> part : RowsSql.parts(settled)) {
      all.addAll(part(session, now, part));
    }
    keepReplies(session, settled, all);
    Set<LineSql.Place> places = new HashSet<>();
    Set<Long> lanes = new HashSet<>();
    Set<String> ids = new HashSet<>();
    for (Done done : all) {
      places.add(done.place());
      lanes.add(done.place().lane());
      ids.add(done.id());
    }
    lines.advance(session, now, places);
    gates.healthy(session, lanes);
    return ids;
  }

  private static List<Done> part(Session session, long now, List<Settled> part)
      throws SQLException {
    List<@Nullable Object> values = new ArrayList<>();
    for (Settled one : part) {
      values.add(Columns.key(one.taken().id()));
      values.add(Columns.json(delivered(one).receipt()));
      values.add(one.startedAt().toEpochMilli());
      values.add(one.taken().lane().epoch());
      values.add(one.taken().attempt());
    }
    values.add(now);
    return session.list(
        SETTLE.of(part.size()),
        row ->
            new Done(
                row.number(),
                new LineSql.Place(row.number(), row.number()),
                Columns.id(row.bytes())),
        values.toArray());
  }

  private static Settlement.Delivered delivered(Settled settled) {
    return (Settlement.Delivered) settled.settlement();
  }

  private void keepReplies(Session session, List<Settled> settled, List<Done> all)
      throws SQLException {
    if (settled.stream().allMatch(one -> delivered(one).reply() == null)) {
      return;
    }
    Map<String, Settled> byId = new HashMap<>();
    settled.forEach(one -> byId.put(one.taken().id(), one));
    for (Done done : all) {
      Settled one = byId.get(done.id());
      Reply reply = one == null ? null : delivered(one).reply();
      if (one != null && reply != null) {
        attempts.reply(session, done.seq(), one.taken().attempt(), reply);
      }
    }
  }
}
