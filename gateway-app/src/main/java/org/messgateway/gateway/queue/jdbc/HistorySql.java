package org.messgateway.gateway.queue.jdbc;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.queue.PartitionSet;
import org.messgateway.gateway.queue.PendingHistory;
import org.messgateway.gateway.queue.SettledDelivery;

/**
 * Settled rows that the history of their thread does not show yet, and the replay of failed ones.
 */
final class HistorySql {

  private static final MultiRowSql PENDING =
      MultiRowSql.ofRows(
          "INSERT INTO pending_history (delivery) VALUES %s", MultiRowSql.Column.NUMBER);

  private static final MultiRowSql RECORDED =
      MultiRowSql.ofKeys(
          MultiRowSql.Column.NUMBER, "DELETE FROM pending_history WHERE delivery IN (%s)");

  private static final MultiRowSql POSTPONED =
      MultiRowSql.ofKeys(
          MultiRowSql.Column.NUMBER,
          """
          UPDATE delivery SET history_postponed = 1 WHERE seq IN (%s)
            AND EXISTS (SELECT 1 FROM pending_history p WHERE p.delivery = seq)\
          """);

  private final ThreadOrderSql lines;

  /**
   * A row of {@code pending_history}.
   *
   * @param delivery null where another exchange or another gateway is asked for it
   */
  private record PendingRow(long key, @Nullable SettledDelivery delivery) {

    static PendingRow read(ResultRow row) throws SQLException {
      long key = row.number();
      Long thread = row.numberOrNull();
      return new PendingRow(key, thread == null ? null : settled(row));
    }

    private static SettledDelivery settled(ResultRow row) throws SQLException {
      return new SettledDelivery(
          ColumnValues.id(row.bytes()),
          ColumnValues.identity(row),
          ColumnValues.state(row.text()),
          row.textOrNull(),
          row.instantOrNull());
    }
  }

  HistorySql(ThreadOrderSql lines) {
    this.lines = lines;
  }

  /**
   * Of this exchange, by the oldest delivery of each thread. A thread whose deliveries are far
   * apart may come without its last.
   */
  static List<PendingHistory> pending(
      SqlSession session, String exchange, PartitionSet among, int max) throws SQLException {
    record Lacking(List<SettledDelivery> deliveries, List<Long> keys) {}
    // Row by row, from what is unrecorded: no plan may begin with all threads there are.
    String page =
        """
        SELECT p.delivery, t.id, d.id, e.name, t.ref, d.executor, l.channel, l.address, d.kind,
          d.serial, t.generation, d.state, d.sentence, d.settled_at
        FROM (SELECT delivery FROM pending_history WHERE delivery > ? ORDER BY delivery LIMIT ?) p
          LEFT JOIN delivery d ON d.seq = p.delivery
          LEFT JOIN exchange e ON e.name = ?
          LEFT JOIN thread t ON t.id = d.thread AND t.exchange = e.id%s
          LEFT JOIN lane l ON l.id = d.lane AND t.id IS NOT NULL
        ORDER BY p.delivery\
        """
            .formatted(PartitionSql.in(among, "e.name", "t.ref"));
    Map<String, Lacking> threads = new LinkedHashMap<>();
    List<PendingRow> rows;
    long after = Long.MIN_VALUE;
    do {
      rows = session.list(page, PendingRow::read, after, max, exchange);
      for (PendingRow row : rows) {
        after = row.key();
        if (row.delivery() != null) {
          Lacking of =
              threads.computeIfAbsent(
                  row.delivery().identity().ref(),
                  _ -> new Lacking(new ArrayList<>(1), new ArrayList<>(1)));
          of.deliveries().add(row.delivery());
          of.keys().add(row.key());
        }
      }
    } while (threads.size() < max && rows.size() == max);
    return threads.entrySet().stream()
        .limit(max)
        .map(of ->
            new PendingHistory(
                exchange, of.getKey(), of.getValue().deliveries(), of.getValue().keys()))
        .toList();
  }

  /** Their histories do not show them yet; they were not pending before. */
  static void pend(SqlSession session, List<Long> settled) throws SQLException {
    PENDING.update(session, settled);
  }

  /** Its history does not show how it ended. */
  static void pend(SqlSession session, long delivery) throws SQLException {
    forget(session, delivery);
    pend(session, List.of(delivery));
  }

  /** Nothing of it is to be written. */
  static void forget(SqlSession session, long delivery) throws SQLException {
    RECORDED.update(session, List.of(delivery));
    session.update(
        "UPDATE delivery SET history_postponed = 0 WHERE seq = ? AND history_postponed = 1",
        delivery);
  }

  /** The history of the thread cannot be written any more. */
  static void forgetThread(SqlSession session, long thread) throws SQLException {
    session.update(
        "DELETE FROM pending_history WHERE delivery IN (SELECT seq FROM delivery WHERE thread = ?)",
        thread);
    session.update(
        "UPDATE delivery SET history_postponed = 0 WHERE thread = ? AND history_postponed = 1",
        thread);
  }

  void markRecorded(SqlSession session, Collection<PendingHistory> threads) throws SQLException {
    mark(session, threads, RECORDED);
  }

  /** Not asked for, and not forgotten. */
  void postpone(SqlSession session, Collection<PendingHistory> threads) throws SQLException {
    mark(session, threads, POSTPONED);
    mark(session, threads, RECORDED);
  }

  private static void mark(
      SqlSession session, Collection<PendingHistory> threads, MultiRowSql statement)
      throws SQLException {
    List<Long> all = threads.stream().flatMap(thread -> thread.rows().stream()).toList();
    statement.update(session, all);
  }

  /** A thread is there again: what its history lacks is asked for again. */
  static void ask(SqlSession session, long thread) throws SQLException {
    session.update(
        """
        INSERT INTO pending_history (delivery)
        SELECT seq FROM delivery WHERE thread = ? AND history_postponed = 1
        ON CONFLICT DO NOTHING\
        """,
        thread);
    session.update(
        "UPDATE delivery SET history_postponed = 0 WHERE thread = ? AND history_postponed = 1",
        thread);
  }

  /** Queues a dead, expired or rejected delivery again; false for any other. */
  boolean replay(SqlSession session, long now, String id) throws SQLException {
    record ReplayableRow(long seq, long thread, long lane) {}
    Long row = DeliveryIdLookup.row(session, id);
    if (row == null) {
      return false;
    }
    ReplayableRow ended =
        session.first(
            """
            SELECT seq, thread, lane FROM delivery
            WHERE seq = ? AND state IN ('dead', 'expired', 'rejected')\
            """,
            found -> new ReplayableRow(found.number(), found.number(), found.number()),
            row);
    if (ended == null) {
      return false;
    }
    // A passed deadline would expire the replayed row at once.
    session.update(
        """
        UPDATE delivery SET state = 'queued', spent = 0, wished_at = ?,
          retry_at = NULL, due = ?, settled_at = NULL, unwanted = 0,
          deadline = CASE WHEN deadline <= ? THEN NULL ELSE deadline END WHERE seq = ?\
        """,
        now,
        now,
        now,
        ended.seq());
    forget(session, ended.seq());
    lines.form(session, now, ended.thread(), ended.lane());
    return true;
  }
}
