package org.messgateway.gateway.queue.jdbc;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
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

  private final DeliveryRows rows;
  private final ThreadOrderSql lines;

  HistorySql(DeliveryRows rows, ThreadOrderSql lines) {
    this.rows = rows;
    this.lines = lines;
  }

  List<PendingHistory> pending(SqlSession session, String exchange, PartitionSet among, int max)
      throws SQLException {
    Map<String, List<DeliveryRows.KeyedDelivery>> byRef = new LinkedHashMap<>();
    for (DeliveryRows.KeyedDelivery one :
        rows.unrecorded(session, threads(session, exchange, among, max))) {
      byRef.computeIfAbsent(one.delivery().identity().ref(), key -> new ArrayList<>()).add(one);
    }
    List<PendingHistory> all = new ArrayList<>(byRef.size());
    byRef.forEach((ref, found) ->
        all.add(
            new PendingHistory(
                exchange,
                ref,
                found.stream().map(one -> SettledDelivery.of(one.delivery())).toList(),
                found.stream().map(DeliveryRows.KeyedDelivery::row).toList())));
    return all;
  }

  /** Of this exchange, by their oldest delivery. */
  private static List<Long> threads(
      SqlSession session, String exchange, PartitionSet among, int max) throws SQLException {
    record Pending(long delivery, @Nullable Long thread) {}
    Set<Long> threads = new LinkedHashSet<>();
    List<Pending> page;
    long after = Long.MIN_VALUE;
    do {
      // Row by row, from what is unrecorded: no plan may begin with all threads there are.
      page =
          session.list(
              """
              SELECT p.delivery, (SELECT d.thread
                FROM delivery d CROSS JOIN thread t CROSS JOIN exchange e
                WHERE d.seq = p.delivery AND t.id = d.thread AND e.id = t.exchange AND e.name = ?\
              """
                  + PartitionSql.in(among, "e.name", "t.ref")
                  + ") FROM pending_history p WHERE p.delivery > ? ORDER BY p.delivery LIMIT ?",
              row -> new Pending(row.number(), row.numberOrNull()),
              exchange,
              after,
              max);
      for (Pending one : page) {
        if (one.thread() != null) {
          threads.add(one.thread());
        }
        after = one.delivery();
      }
    } while (threads.size() < max && page.size() == max);
    return threads.stream().limit(max).toList();
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
