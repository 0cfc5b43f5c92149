package org.messgateway.gateway.queue.jdbc;

import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The processes that share a store. One that was not seen for the length of a lease is gone, and
 * what it had in flight is rescued by whoever notices first.
 */
final class NodeSql {

  private final String node;
  private final RescueSql rescue;

  NodeSql(String node, RescueSql rescue) {
    this.node = node;
    this.rescue = rescue;
  }

  void register(Session session, long now) throws SQLException {
    session.update(
        """
        INSERT INTO node (name, started_at, seen_at) VALUES (?, ?, ?)
        ON CONFLICT (name) DO UPDATE SET started_at = excluded.started_at,
          seen_at = excluded.seen_at\
        """,
        node,
        now,
        now);
  }

  /** This node lives, also when others thought it gone; returns how many do. */
  int renew(Session session, long now) throws SQLException {
    if (session.update("UPDATE node SET seen_at = ? WHERE name = ?", now, node) == 0) {
      register(session, now);
    }
    return (int) session.number("SELECT count(*) FROM node WHERE seen_at > ?", gone(now));
  }

  /** In a file that only one process uses: what people did before is this one's to work through. */
  void keepAll(Session session) throws SQLException {
    session.update("UPDATE event SET keeper = ? WHERE done_at IS NULL", node);
  }

  void leave(Session session) throws SQLException {
    session.update("UPDATE node SET seen_at = 0 WHERE name = ?", node);
    session.work();
  }

  /** Who was not seen since then is gone. */
  static long gone(long now) {
    return now - HeldLanes.LEASE.toMillis();
  }

  /**
   * What those that are gone had in flight on lanes they had given back; then they are forgotten.
   */
  void rescueGone(Session session, long now) throws SQLException {
    for (String gone :
        session.list(
            "SELECT name FROM node WHERE seen_at <= ? AND name <> ?", Row::text, gone(now), node)) {
      for (long lane : inFlightOf(session, gone)) {
        rescue.ofLane(session, now, lane);
      }
      session.update("DELETE FROM node WHERE name = ?", gone);
    }
  }

  private static List<Long> inFlightOf(Session session, String gone) throws SQLException {
    return session.list(
        """
        SELECT DISTINCT l.id FROM delivery d JOIN lane l ON l.id = d.lane
        WHERE d.state = 'sending' AND l.last_node = ? AND l.node IS NULL\
        """,
        Row::number,
        gone);
  }

  /** When another one counts as gone if it is not seen again; null when there is none. */
  @Nullable Long nextGone(Session session) throws SQLException {
    Long seen =
        session.first(
            "SELECT seen_at FROM node WHERE name <> ? ORDER BY seen_at LIMIT 1", Row::number, node);
    return seen == null ? null : (Long) (seen + HeldLanes.LEASE.toMillis());
  }
}
