package org.messgateway.gateway.queue.jdbc;

import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.messgateway.gateway.queue.LaneLease;

/**
 * Lane leases: those of this node from grant to release, and expired ones of any node. All methods
 * run on the writer's thread; only that thread uses the set.
 */
final class OwnedLanes {

  static final Duration LEASE = Duration.ofSeconds(15);

  private final SqlDialect dialect;
  private final String node;
  private final NodeSql members;
  private final AbandonedRowsSql rescue;
  private final Set<Long> held = new HashSet<>();

  OwnedLanes(SqlDialect dialect, String node, NodeSql members, AbandonedRowsSql rescue) {
    this.dialect = dialect;
    this.node = node;
    this.members = members;
    this.rescue = rescue;
  }

  /** Leases a lane to this node for {@link #LEASE}. */
  void grant(SqlSession session, long now, long lane) throws SQLException {
    session.update(
        """
        UPDATE lane SET node = ?, last_node = ?, rest_until = NULL, leased_until = ?,
          epoch = epoch + 1, probe = NULL,
          state = CASE state WHEN 'closed' THEN 'closed' ELSE 'probing' END WHERE id = ?\
        """,
        node,
        node,
        now + LEASE.toMillis(),
        lane);
    held.add(lane);
  }

  /** This node has leased the lane. */
  void granted(long lane) {
    held.add(lane);
  }

  /** The transaction that leased it was rolled back. */
  void forget(long lane) {
    held.remove(lane);
  }

  /** Whether this node has leased the lane, as far as it knows. */
  boolean holds(long lane) {
    return held.contains(lane);
  }

  /** Frees expired leases, and rescues rows that were in flight for too long or on a dead node. */
  void mend(SqlSession session, long now) throws SQLException {
    freeExpired(session, now);
    if (dialect.shared()) {
      members.rescueGone(session, now);
    }
    rescue.overlong(session, now);
  }

  /** Frees lanes whose lease was not renewed; rescues rows in flight of other nodes' lanes. */
  private void freeExpired(SqlSession session, long now) throws SQLException {
    record ExpiredLease(long lane, String node) {}
    List<ExpiredLease> expired =
        session.list(
            "SELECT id, node FROM lane WHERE node IS NOT NULL AND leased_until <= ?",
            row -> new ExpiredLease(row.number(), row.text()),
            now);
    for (ExpiredLease one : expired) {
      giveBack(session, now, one.lane());
      if (!one.node().equals(node)) {
        rescue.ofLane(session, now, one.lane());
      }
    }
  }

  /** Frees all lanes, when the only process that uses the file opens it. */
  void freeAll(SqlSession session, long now) throws SQLException {
    for (long lane :
        session.list("SELECT id FROM lane WHERE node IS NOT NULL", ResultRow::number)) {
      giveBack(session, now, lane);
    }
  }

  void release(SqlSession session, long now, LaneLease lease, Duration rest) throws SQLException {
    if (isOurs(session, lease)) {
      giveBack(session, now, lease.lane());
      if (dialect.shared() && rest.isPositive()) {
        session.update(
            "UPDATE lane SET rest_until = ? WHERE id = ?", now + rest.toMillis(), lease.lane());
      }
    }
  }

  /** Gives back a lane of this node, whatever its epoch. */
  void release(SqlSession session, long now, long lane) throws SQLException {
    boolean ours =
        session.first("SELECT 1 FROM lane WHERE id = ? AND node = ?", ResultRow::flag, lane, node)
            != null;
    if (ours) {
      giveBack(session, now, lane);
    }
  }

  private boolean isOurs(SqlSession session, LaneLease lease) throws SQLException {
    return session.first(
            "SELECT 1 FROM lane WHERE id = ? AND node = ? AND epoch = ?",
            ResultRow::flag,
            lease.lane(),
            node,
            lease.epoch())
        != null;
  }

  /**
   * Frees a lane. When its probe was not used, the lane is due for a probe now; when the probe's
   * row is still in flight, the next probe is due after {@link #LEASE}. Listeners hear of it only
   * when the lane or its account may be leased for something.
   */
  private void giveBack(SqlSession session, long now, long lane) throws SQLException {
    session.update(
        """
        UPDATE lane SET node = NULL, leased_until = NULL,
          probe_at = CASE WHEN state <> 'probing' THEN probe_at
                          WHEN probe IS NULL THEN ? ELSE ? END,
          state = CASE state WHEN 'probing' THEN 'open' ELSE state END,
          probe = NULL,
          work_at = CASE WHEN work_at < ? THEN ? ELSE work_at END
        WHERE id = ?\
        """,
        now,
        now + LEASE.toMillis(),
        now,
        now,
        lane);
    int probed =
        session.update(
            """
            UPDATE account SET state = 'open', probe_at = ?, probe_lane = NULL
            WHERE channel = (SELECT channel FROM lane WHERE id = ?) AND probe_lane = ?
              AND state = 'probing'\
            """,
            now,
            lane,
            lane);
    held.remove(lane);
    if (probed > 0 || hasWork(session, lane)) {
      session.work();
    }
  }

  private static boolean hasWork(SqlSession session, long lane) throws SQLException {
    return session.first(
            "SELECT 1 FROM lane WHERE id = ? AND work_at IS NOT NULL", ResultRow::flag, lane)
        != null;
  }

  /** Extends all leases of this node; false when some of those it thinks it holds are not its. */
  boolean renew(SqlSession session, long now) throws SQLException {
    // An expired lease that no other node took is renewed.
    int renewed =
        session.update(
            "UPDATE lane SET leased_until = ? WHERE node = ?", now + LEASE.toMillis(), node);
    if (renewed >= held.size()) {
      return true;
    }
    held.clear();
    held.addAll(session.list("SELECT id FROM lane WHERE node = ?", ResultRow::number, node));
    return false;
  }
}
