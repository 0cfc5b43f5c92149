package org.messgateway.gateway.queue.jdbc;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.messgateway.gateway.queue.PendingHistory;
import org.messgateway.gateway.queue.SettledDelivery;

/**
 * Settled rows that the history of their thread does not show yet, and the replay of failed ones.
 */
final class HistorySql {

  private static final MultiRowSql RECORDED = marked(0);

  /** Not asked for, and not forgotten. */
  private static final MultiRowSql POSTPONED = marked(2);

  private static MultiRowSql marked(int unrecorded) {
    return new MultiRowSql(count ->
        "UPDATE delivery SET unrecorded = %d WHERE unrecorded = 1 AND seq IN (%s)"
            .formatted(unrecorded, MultiRowSql.marks(count)));
  }

  private final DeliveryRows rows;
  private final ThreadOrderSql lines;

  HistorySql(DeliveryRows rows, ThreadOrderSql lines) {
    this.rows = rows;
    this.lines = lines;
  }

  List<PendingHistory> pending(SqlSession session, String exchange, int max) throws SQLException {
    // CROSS JOIN keeps this order: from what is unrecorded, never from all threads there are.
    List<Long> threads =
        session.list(
            """
            SELECT DISTINCT d.thread FROM delivery d CROSS JOIN thread t CROSS JOIN exchange e
            WHERE d.unrecorded = 1 AND t.id = d.thread AND e.id = t.exchange AND e.name = ?
            ORDER BY d.thread LIMIT ?\
            """,
            ResultRow::number,
            exchange,
            max);
    Map<String, List<DeliveryRows.KeyedDelivery>> byRef = new LinkedHashMap<>();
    for (DeliveryRows.KeyedDelivery one : rows.unrecorded(session, threads)) {
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

  void markRecorded(SqlSession session, Collection<PendingHistory> threads) throws SQLException {
    mark(session, threads, RECORDED);
  }

  void postpone(SqlSession session, Collection<PendingHistory> threads) throws SQLException {
    mark(session, threads, POSTPONED);
  }

  private static void mark(
      SqlSession session, Collection<PendingHistory> threads, MultiRowSql update)
      throws SQLException {
    List<Long> all = threads.stream().flatMap(thread -> thread.rows().stream()).toList();
    for (List<Long> part : MultiRowSql.parts(all)) {
      session.update(update.of(part.size()), part.toArray());
    }
  }

  /** A thread is there again: what its history lacks is asked for again. */
  static void ask(SqlSession session, long thread) throws SQLException {
    session.update(
        "UPDATE delivery SET unrecorded = 1 WHERE thread = ? AND unrecorded = 2", thread);
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
        UPDATE delivery SET state = 'queued', waits_for = 'thread', spent = 0, wished_at = ?,
          retry_at = NULL, due = ?, settled_at = NULL, unrecorded = 0, unwanted = 0,
          deadline = CASE WHEN deadline <= ? THEN NULL ELSE deadline END WHERE seq = ?\
        """,
        now,
        now,
        now,
        ended.seq());
    lines.form(session, now, ended.thread(), ended.lane());
    return true;
  }
}
