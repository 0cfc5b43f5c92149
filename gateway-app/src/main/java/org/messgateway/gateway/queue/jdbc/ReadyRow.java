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
    @Nullable Instant uncertainSince) {

  static final Duration OLDEST_WITHOUT_DEADLINE = Duration.ofDays(14);

  private static final String OF_ONE =
      """
      SELECT d.lane, d.seq, d.thread, d.id, e.name, t.ref, d.executor, d.kind, d.serial,
        t.generation, d.priority, d.created, d.wished_at, d.deadline, d.tries, d.spent, d.uncertain_since
      FROM delivery d JOIN thread t ON t.id = d.thread JOIN exchange e ON e.id = t.exchange
      WHERE d.lane = ? AND d.waits_for = 'lane' ORDER BY d.priority DESC, d.seq LIMIT ?\
      """;

  /**
   * Where a subquery may look at its neighbour: what each lane has, in one statement. Names are
   * asked for row by row: no plan made for empty tables reads all threads there are.
   */
  private static final MultiRowSql OF_MANY =
      new MultiRowSql(lanes ->
          """
          SELECT d.lane, d.seq, d.thread, d.id,
            (SELECT name FROM exchange WHERE id = t.exchange), t.ref, d.executor, d.kind, d.serial,
            t.generation, d.priority, d.created, d.wished_at, d.deadline, d.tries, d.spent, d.uncertain_since
          FROM (VALUES %s) v (lane, most)
            CROSS JOIN LATERAL (SELECT * FROM delivery
              WHERE delivery.lane = v.lane AND waits_for = 'lane'
              ORDER BY priority DESC, seq LIMIT v.most) d
            CROSS JOIN LATERAL (SELECT exchange, ref, generation FROM thread
              WHERE thread.id = d.thread LIMIT 1) t
          ORDER BY d.lane, d.priority DESC, d.seq\
          """
              .formatted(MultiRowSql.values(lanes, 2)));

  /** A lane, and how many rows of it at most. */
  record LaneRequest(long lane, int most) {}

  /** Those of each lane by priority, then age. */
  static List<ReadyRow> of(SqlDialect dialect, SqlSession session, List<LaneRequest> lanes)
      throws SQLException {
    List<ReadyRow> ready = new ArrayList<>();
    if (lanes.size() == 1 || !dialect.lateral()) {
      for (LaneRequest one : lanes) {
        ready.addAll(session.list(OF_ONE, ReadyRow::read, one.lane(), one.most()));
      }
      return ready;
    }
    for (List<LaneRequest> part : MultiRowSql.parts(lanes)) {
      List<Object> values = new ArrayList<>();
      for (LaneRequest one : part) {
        values.add(one.lane());
        values.add(one.most());
      }
      ready.addAll(session.list(OF_MANY.of(part.size()), ReadyRow::read, values.toArray()));
    }
    return ready;
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
        row.instantOrNull());
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
        seq, id, identity, lease, priority, created, deadline, tries + 1, spent, uncertainSince);
  }
}
