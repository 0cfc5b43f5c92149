package org.messgateway.gateway.queue.jdbc;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.messgateway.gateway.queue.Unrecorded;

/** Settled rows on their way into the history of their thread, and back to the queue by hand. */
final class HistorySql {

  private static final RowsSql RECORDED = marked(0);

  /** Not asked for, and not forgotten. */
  private static final RowsSql POSTPONED = marked(2);

  private static RowsSql marked(int unrecorded) {
    return new RowsSql(count ->
        "UPDATE delivery SET unrecorded = %d WHERE unrecorded = 1 AND seq IN (%s)"
            .formatted(unrecorded, RowsSql.marks(count)));
  }

  private final DeliveryRows rows;
  private final LineSql lines;

  HistorySql(DeliveryRows rows, LineSql lines) {
    this.rows = rows;
    this.lines = lines;
  }

  List<Unrecorded> unrecorded(Session session, String exchange, int max) throws SQLException {
    record Found(long thread, String ref) {}
    // CROSS JOIN keeps this order: from what is unrecorded, never from all threads there are.
    List<Found> threads =
        session.list(
            """
            SELECT DISTINCT d.thread, t.ref
            FROM delivery d CROSS JOIN thread t CROSS JOIN exchange e
            WHERE d.unrecorded = 1 AND t.id = d.thread AND e.id = t.exchange AND e.name = ?
            ORDER BY d.thread LIMIT ?\
            """,
            row -> new Found(row.number(), row.text()),
            exchange,
            max);
    List<Unrecorded> unrecorded = new ArrayList<>(threads.size());
    for (Found found : threads) {
      List<DeliveryRows.Kept> kept = rows.unrecorded(session, found.thread());
      unrecorded.add(
          new Unrecorded(
              exchange,
              found.ref(),
              kept.stream().map(DeliveryRows.Kept::delivery).toList(),
              kept.stream().map(DeliveryRows.Kept::row).toList()));
    }
    return unrecorded;
  }

  void recorded(Session session, Collection<Unrecorded> threads) throws SQLException {
    mark(session, threads, RECORDED);
  }

  void postponed(Session session, Collection<Unrecorded> threads) throws SQLException {
    mark(session, threads, POSTPONED);
  }

  private static void mark(Session session, Collection<Unrecorded> threads, RowsSql update)
      throws SQLException {
    List<Long> all = threads.stream().flatMap(thread -> thread.rows().stream()).toList();
    for (List<Long> part : RowsSql.parts(all)) {
      session.update(update.of(part.size()), part.toArray());
    }
  }

  /** A thread is there again: what its history lacks is asked for again. */
  static void ask(Session session, long thread) throws SQLException {
    session.update(
        "UPDATE delivery SET unrecorded = 1 WHERE thread = ? AND unrecorded = 2", thread);
  }

  /** Whether it was one that can be sent again. */
  boolean replay(Session session, long now, String id) throws SQLException {
    record Ended(long seq, long thread, long lane) {}
    Long row = DeliveryIds.row(session, id);
    if (row == null) {
      return false;
    }
    Ended ended =
        session.first(
            """
            SELECT seq, thread, lane FROM delivery
            WHERE seq = ? AND state IN ('dead', 'expired', 'rejected')\
            """,
            found -> new Ended(found.number(), found.number(), found.number()),
            row);
    if (ended == null) {
      return false;
    }
    // A deadline that has passed would end it again at once; whoever replays knows better.
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
