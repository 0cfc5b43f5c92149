package org.messgateway.gateway.queue.jdbc;

import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The line in which the rows of one thread stand on one lane: the first is ready or waits for its
 * time, the others wait for the thread; while one is {@code sending}, all others do.
 */
final class LineSql {

  private record Standing(long seq, boolean sending, @Nullable String waitsFor, long due) {}

  /** One of them left the line for good: puts the next in its place, where there is one. */
  void advance(Session session, long now, long thread, long lane) throws SQLException {
    Boolean waiting =
        session.first(
            """
            SELECT 1 FROM delivery WHERE thread = ? AND lane = ? AND waits_for = 'thread' LIMIT 1\
            """,
            Row::flag,
            thread,
            lane);
    if (waiting != null) {
      form(session, now, thread, lane);
    }
  }

  /** Puts the line right after one of its rows changed. */
  void form(Session session, long now, long thread, long lane) throws SQLException {
    List<Standing> line =
        session.list(
            """
            SELECT seq, state = 'sending', waits_for, due FROM delivery
            WHERE thread = ? AND lane = ? AND state IN ('queued', 'sending') ORDER BY turn, seq\
            """,
            row -> new Standing(row.number(), row.flag(), row.textOrNull(), row.number()),
            thread,
            lane);
    boolean free = line.stream().noneMatch(Standing::sending);
    for (Standing standing : line) {
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

  private static void place(Session session, long lane, Standing standing, String waitsFor)
      throws SQLException {
    if (!waitsFor.equals(standing.waitsFor())) {
      session.update("UPDATE delivery SET waits_for = ? WHERE seq = ?", waitsFor, standing.seq());
    }
    if (!"thread".equals(waitsFor)) {
      expect(session, lane, standing.due());
    }
  }

  /** A row of this lane may be sent from then on. */
  static void expect(Session session, long lane, long due) throws SQLException {
    int sooner =
        session.update(
            "UPDATE lane SET work_at = ? WHERE id = ? AND (work_at IS NULL OR work_at > ?)",
            due,
            lane,
            due);
    if (sooner > 0) {
      session.work();
    }
  }
}
