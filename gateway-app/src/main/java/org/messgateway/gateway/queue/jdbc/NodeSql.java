package org.messgateway.gateway.queue.jdbc;

import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Table {@code node}: processes that share the store. A node that was not seen for the length of a
 * lease is gone; the first node to notice rescues what it had in flight.
 */
final class NodeSql {

  private final String node;
  private final AbandonedRowsSql rescue;

  NodeSql(String node, AbandonedRowsSql rescue) {
    this.node = node;
    this.rescue = rescue;
  }

  /** Of this node. */
  String name() {
    return node;
  }

  void register(SqlSession session, long now) throws SQLException {
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
  int renew(SqlSession session, long now) throws SQLException {
    if (session.update("UPDATE node SET seen_at = ? WHERE name = ?", now, node) == 0) {
      register(session, now);
    }
    return (int) session.number("SELECT count(*) FROM node WHERE seen_at > ?", gone(now));
  }

  /** In a file that only one process uses: what people did before is this one's to work through. */
  void keepAll(SqlSession session) throws SQLException {
    session.update("UPDATE event SET keeper = ? WHERE done_at IS NULL", node);
  }

  /** Counts as gone; its row still tells the next one what time it was. */
  void leave(SqlSession session, long now) throws SQLException {
    session.update("UPDATE node SET seen_at = ? WHERE name = ?", gone(now), node);
    session.work();
  }

  /** Who was not seen since then is gone. */
  static long gone(long now) {
    return now - OwnedLanes.LEASE.toMillis();
  }

  /**
   * Rescues rows in flight of gone nodes on lanes that they had given back; then deletes the nodes.
   */
  void rescueGone(SqlSession session, long now) throws SQLException {
    for (String gone :
        session.list(
            "SELECT name FROM node WHERE seen_at <= ? AND name <> ?",
            ResultRow::text,
            gone(now),
            node)) {
      for (long lane : inFlightOf(session, gone)) {
        rescue.ofLane(session, now, lane);
      }
      session.update("DELETE FROM node WHERE name = ?", gone);
    }
  }

  private static List<Long> inFlightOf(SqlSession session, String gone) throws SQLException {
    return session.list(
        """
        SELECT DISTINCT l.id FROM in_flight f JOIN lane l ON l.id = f.lane
        WHERE l.last_node = ? AND l.node IS NULL\
        """,
        ResultRow::number,
        gone);
  }

  /** When another one counts as gone if it is not seen again; null when there is none. */
  @Nullable Long nextGone(SqlSession session) throws SQLException {
    Long seen =
        session.first(
            "SELECT seen_at FROM node WHERE name <> ? ORDER BY seen_at LIMIT 1",
            ResultRow::number,
            node);
    return seen == null ? null : (Long) (seen + OwnedLanes.LEASE.toMillis());
  }
}
