package org.messgateway.gateway.queue.jdbc;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.queue.jdbc.QueueEntrySql.QueueEntry;

/**
 * Keeps the order of the rows of one thread on one lane. The first row is ready or waits for its
 * time; the others wait for the thread. While a row is {@code sending}, all others wait.
 */
final class ThreadOrderSql {

  private static final MultiRowSql EXPECT =
      MultiRowSql.ofRows(
          """
          UPDATE lane SET work_at = v.column2 FROM (VALUES %s) v
          WHERE id = v.column1 AND (work_at IS NULL OR work_at > v.column2)\
          """,
          MultiRowSql.Column.NUMBER, MultiRowSql.Column.NUMBER);

  private static final MultiRowSql WAITING =
      MultiRowSql.ofKeys(
          MultiRowSql.Column.NUMBER,
          """
          SELECT DISTINCT q.thread, q.lane FROM delivery d CROSS JOIN queue_entry q
          WHERE d.seq IN (%s) AND q.thread = d.thread AND q.lane = d.lane
            AND q.waits_for = 'thread'\
          """);

  /** A thread on a lane: its rows there are kept in order. */
  private record ThreadLane(long thread, long lane) {}

  /**
   * @param entry what stands in {@code queue_entry}; null while it is {@code sending}, and before
   *     it is placed
   */
  private record OpenRow(
      long seq, boolean sending, int priority, long due, @Nullable QueueEntry entry) {

    static OpenRow read(ResultRow row, long thread, long lane) throws SQLException {
      long seq = row.number();
      boolean sending = row.flag();
      int priority = row.count();
      long due = row.number();
      String waitsFor = row.textOrNull();
      QueueEntry entry =
          waitsFor == null
              ? null
              : new QueueEntry(seq, lane, thread, row.count(), waitsFor, row.number());
      return new OpenRow(seq, sending, priority, due, entry);
    }
  }

  /** These left their lines for good: puts the next of each in its place, where there is one. */
  void advance(SqlSession session, long now, List<Long> left) throws SQLException {
    for (ThreadLane waiting :
        WAITING.list(session, row -> new ThreadLane(row.number(), row.number()), left)) {
      form(session, now, waiting.thread(), waiting.lane());
    }
  }

  /** Puts the line right after one of its rows changed. */
  void form(SqlSession session, long now, long thread, long lane) throws SQLException {
    List<OpenRow> line =
        session.list(
            """
            SELECT d.seq, d.state = 'sending', d.priority, d.due, q.waits_for, q.priority, q.due
            FROM delivery d LEFT JOIN queue_entry q ON q.delivery = d.seq
            WHERE d.thread = ? AND d.lane = ? AND d.state IN ('queued', 'sending')
            ORDER BY d.turn, d.seq\
            """,
            row -> OpenRow.read(row, thread, lane),
            thread,
            lane);
    boolean free = line.stream().noneMatch(OpenRow::sending);
    for (OpenRow standing : line) {
      if (!standing.sending()) {
        String waitsFor = free ? first(standing.due(), now) : "thread";
        place(
            session,
            standing,
            new QueueEntry(
                standing.seq(), lane, thread, standing.priority(), waitsFor, standing.due()));
        free = false;
      }
    }
  }

  /** What the first of a line waits for. */
  static String first(long due, long now) {
    return due <= now ? "lane" : "time";
  }

  private static void place(SqlSession session, OpenRow standing, QueueEntry entry)
      throws SQLException {
    if (standing.entry() == null) {
      QueueEntrySql.insert(session, List.of(entry));
    } else if (!standing.entry().equals(entry)) {
      QueueEntrySql.update(session, entry);
    }
    if (!"thread".equals(entry.waitsFor())) {
      expect(session, entry.lane(), entry.due());
    }
  }

  /**
   * A row of each of these lanes may be sent from then on.
   *
   * @param dues by lane
   */
  void expect(SqlSession session, Map<Long, Long> dues) throws SQLException {
    List<Long> values = new ArrayList<>(2 * dues.size());
    dues.forEach((lane, due) -> {
      values.add(lane);
      values.add(due);
    });
    boolean sooner = EXPECT.update(session, values) > 0;
    dues.forEach((lane, due) -> session.expect(lane, due, sooner));
  }

  /** A row of this lane may be sent from then on. */
  static void expect(SqlSession session, long lane, long due) throws SQLException {
    int sooner =
        session.update(
            "UPDATE lane SET work_at = ? WHERE id = ? AND (work_at IS NULL OR work_at > ?)",
            due,
            lane,
            due);
    session.expect(lane, due, sooner > 0);
  }
}
