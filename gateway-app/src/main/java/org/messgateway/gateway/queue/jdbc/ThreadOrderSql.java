package org.messgateway.gateway.queue.jdbc;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the order of the rows of one thread on one lane. The first row is ready or waits for its
 * time; the others wait for the thread. While a row is {@code sending}, all others wait.
 */
final class ThreadOrderSql {

  private static final MultiRowSql EXPECT =
      new MultiRowSql(lanes ->
          """
          UPDATE lane SET work_at = ?
          WHERE id IN (%s) AND (work_at IS NULL OR work_at > ?)\
          """
              .formatted(MultiRowSql.marks(lanes)));

  private static final MultiRowSql WAITING =
      new MultiRowSql(threads ->
          """
          SELECT DISTINCT thread, lane FROM delivery
          WHERE waits_for = 'thread' AND thread IN (%s)\
          """
              .formatted(MultiRowSql.marks(threads)));

  /** A thread on a lane: its rows there are kept in order. */
  record ThreadLane(long thread, long lane) {}

  private record OpenRow(long seq, boolean sending, @Nullable String waitsFor, long due) {}

  /** One of each left its line for good: puts the next in its place, where there is one. */
  void advance(SqlSession session, long now, Set<ThreadLane> lines) throws SQLException {
    List<Long> threads = lines.stream().map(ThreadLane::thread).distinct().toList();
    for (List<Long> part : MultiRowSql.parts(threads)) {
      for (ThreadLane waiting :
          session.list(
              WAITING.of(part.size()),
              row -> new ThreadLane(row.number(), row.number()),
              part.toArray())) {
        if (lines.contains(waiting)) {
          form(session, now, waiting.thread(), waiting.lane());
        }
      }
    }
  }

  /** Puts the line right after one of its rows changed. */
  void form(SqlSession session, long now, long thread, long lane) throws SQLException {
    List<OpenRow> line =
        session.list(
            """
            SELECT seq, state = 'sending', waits_for, due FROM delivery
            WHERE thread = ? AND lane = ? AND state IN ('queued', 'sending') ORDER BY turn, seq\
            """,
            row -> new OpenRow(row.number(), row.flag(), row.textOrNull(), row.number()),
            thread,
            lane);
    boolean free = line.stream().noneMatch(OpenRow::sending);
    for (OpenRow standing : line) {
      if (!standing.sending()) {
        place(session, lane, standing, free ? first(standing.due(), now) : "thread");
        free = false;
      }
    }
  }

  /** What the first of a line waits for. */
  static String first(long due, long now) {
    return due <= now ? "lane" : "time";
  }

  private static void place(SqlSession session, long lane, OpenRow standing, String waitsFor)
      throws SQLException {
    if (!waitsFor.equals(standing.waitsFor())) {
      session.update("UPDATE delivery SET waits_for = ? WHERE seq = ?", waitsFor, standing.seq());
    }
    if (!"thread".equals(waitsFor)) {
      expect(session, lane, standing.due());
    }
  }

  /**
   * A row of each of these lanes may be sent from then on.
   *
   * @param dues by lane; many say the same
   */
  void expect(SqlSession session, Map<Long, Long> dues) throws SQLException {
    Map<Long, List<Long>> lanes = new TreeMap<>();
    dues.forEach((lane, due) -> lanes.computeIfAbsent(due, key -> new ArrayList<>()).add(lane));
    for (Map.Entry<Long, List<Long>> entry : lanes.entrySet()) {
      for (List<Long> part : MultiRowSql.parts(entry.getValue())) {
        List<Object> values = new ArrayList<>();
        values.add(entry.getKey());
        values.addAll(part);
        values.add(entry.getKey());
        boolean sooner = session.update(EXPECT.of(part.size()), values.toArray()) > 0;
        for (long lane : part) {
          session.expect(lane, entry.getKey(), sooner);
        }
      }
    }
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
