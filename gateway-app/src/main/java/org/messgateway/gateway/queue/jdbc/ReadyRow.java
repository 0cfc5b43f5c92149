package org.messgateway.gateway.queue.jdbc;

import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.NotificationKind;
import org.messgateway.api.mess.Priority;
import org.messgateway.gateway.queue.Identity;
import org.messgateway.gateway.queue.LaneLease;
import org.messgateway.gateway.queue.TakenDelivery;

/** A row that may be taken now. */
record ReadyRow(
    long lane,
    long seq,
    long thread,
    String id,
    String exchange,
    String ref,
    String executor,
    NotificationKind kind,
    int serial,
    long generation,
    Priority priority,
    Instant created,
    long wishedAt,
    @Nullable Instant deadline,
    int tries,
    int spent,
    @Nullable Instant uncertainSince,
    long threadBytes,
    boolean only) {

  static final Duration OLDEST_WITHOUT_DEADLINE = Duration.ofDays(14);

  private static final String OF_ONE =
      """
      SELECT d.lane, d.seq, d.thread, d.id, e.name, t.ref, d.executor, d.kind, d.serial,
        t.generation, d.priority, d.created, d.wished_at, d.deadline, d.tries, d.spent,
        d.uncertain_since, t.size,
        NOT EXISTS (SELECT 1 FROM delivery o WHERE o.thread = d.thread AND o.seq <> d.seq)
      FROM queue_entry q CROSS JOIN delivery d CROSS JOIN thread t CROSS JOIN exchange e
      WHERE q.lane = ? AND q.waits_for = 'lane' AND d.seq = q.delivery AND t.id = d.thread
        AND e.id = t.exchange
      ORDER BY q.priority DESC, q.delivery LIMIT ?\
      """;

  /**
   * Where a subquery may look at its neighbour: what each lane has, in one statement. Names are
   * asked for row by row: no plan made for empty tables reads all threads there are.
   */
  private static final MultiRowSql OF_MANY =
      MultiRowSql.ofRows(
          """
          SELECT d.lane, d.seq, d.thread, d.id,
            (SELECT name FROM exchange WHERE id = t.exchange), t.ref, d.executor, d.kind, d.serial,
            t.generation, d.priority, d.created, d.wished_at, d.deadline, d.tries, d.spent,
            d.uncertain_since, t.size,
            NOT EXISTS (SELECT 1 FROM delivery o WHERE o.thread = d.thread AND o.seq <> d.seq)
          FROM (VALUES %s) v (lane, most)
            CROSS JOIN LATERAL (SELECT delivery FROM queue_entry
              WHERE queue_entry.lane = v.lane AND waits_for = 'lane'
              ORDER BY priority DESC, delivery LIMIT v.most) q
            CROSS JOIN LATERAL (SELECT * FROM delivery WHERE seq = q.delivery LIMIT 1) d
            CROSS JOIN LATERAL (SELECT exchange, ref, generation, size FROM thread
              WHERE thread.id = d.thread LIMIT 1) t
          ORDER BY d.lane, d.priority DESC, d.seq\
          """,
          MultiRowSql.Column.NUMBER, MultiRowSql.Column.NUMBER);

  /** A lane, and how many rows of it at most. */
  record LaneRequest(long lane, int most) {}

  /** Those of each lane by priority, then age. */
  static List<ReadyRow> of(SqlDialect dialect, SqlSession session, List<LaneRequest> lanes)
      throws SQLException {
    if (lanes.size() == 1 || !dialect.lateral()) {
      List<ReadyRow> ready = new ArrayList<>();
      for (LaneRequest one : lanes) {
        ready.addAll(session.list(OF_ONE, ReadyRow::read, one.lane(), one.most()));
      }
      return ready;
    }
    List<Object> values = new ArrayList<>();
    for (LaneRequest one : lanes) {
      values.add(one.lane());
      values.add(one.most());
    }
    return OF_MANY.list(session, ReadyRow::read, values);
  }

  private static ReadyRow read(ResultRow row) throws SQLException {
    return new ReadyRow(
        row.number(),
        row.number(),
        row.number(),
        ColumnValues.id(row.bytes()),
        row.text(),
        row.text(),
        row.text(),
        ColumnValues.kind(row.text()),
        row.count(),
        row.number(),
        ColumnValues.priority(row.count()),
        row.instant(),
        row.number(),
        row.instantOrNull(),
        row.count(),
        row.count(),
        row.instantOrNull(),
        row.number(),
        row.flag());
  }

  boolean tooLate(long now) {
    return deadline != null && deadline.toEpochMilli() <= now;
  }

  boolean tooOld(long now) {
    return deadline == null && wishedAt <= now - OLDEST_WITHOUT_DEADLINE.toMillis();
  }

  TakenDelivery taken(LaneLease lease) {
    Identity identity =
        Identity.ofStored(
            exchange, ref, executor, lease.channel(), lease.address(), kind, serial, generation);
    return new TakenDelivery(
        seq,
        id,
        identity,
        lease,
        priority,
        created,
        deadline,
        tries + 1,
        spent,
        uncertainSince,
        threadBytes,
        only);
  }
}
