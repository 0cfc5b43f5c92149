package org.messgateway.gateway.queue.jdbc;

import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.messgateway.gateway.queue.LaneLease;

/**
 * The lanes that this node holds, from grant to giving back, and those that whoever held them has
 * lost hold of. All methods run on the writer's thread, which alone touches the set.
 */
final class HeldLanes {

  static final Duration LEASE = Duration.ofSeconds(15);

  private final SqlDialect dialect;
  private final String node;
  private final NodeSql members;
  private final RescueSql rescue;
  private final Set<Long> held = new HashSet<>();

  HeldLanes(SqlDialect dialect, String node, NodeSql members, RescueSql rescue) {
    this.dialect = dialect;
    this.node = node;
    this.members = members;
    this.rescue = rescue;
  }

  /** It is this node's from now on, for as long as a lease. */
  void grant(Session session, long now, long lane) throws SQLException {
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

  /** Takes up what others, or we, have lost hold of. */
  void mend(Session session, long now) throws SQLException {
    freeExpired(session, now);
    if (dialect.shared()) {
      members.rescueGone(session, now);
    }
    rescue.overlong(session, now);
  }

  /** Gives back what a node did not renew; of another node, with what it had in flight. */
  private void freeExpired(Session session, long now) throws SQLException {
    record Expired(long lane, String node) {}
    List<Expired> expired =
        session.list(
            "SELECT id, node FROM lane WHERE node IS NOT NULL AND leased_until <= ?",
            row -> new Expired(row.number(), row.text()),
            now);
    for (Expired one : expired) {
      giveBack(session, now, one.lane());
      if (!one.node().equals(node)) {
        rescue.ofLane(session, now, one.lane());
      }
    }
  }

  /** At open of a file that only one process uses: nobody can hold anything. */
  void freeAll(Session session, long now) throws SQLException {
    for (long lane : session.list("SELECT id FROM lane WHERE node IS NOT NULL", Row::number)) {
      giveBack(session, now, lane);
    }
  }

  void release(Session session, long now, LaneLease lease, Duration rest) throws SQLException {
    if (isOurs(session, lease)) {
      giveBack(session, now, lease.lane());
      if (dialect.shared() && rest.isPositive()) {
        session.update(
            "UPDATE lane SET rest_until = ? WHERE id = ?", now + rest.toMillis(), lease.lane());
      }
    }
  }

  private boolean isOurs(Session session, LaneLease lease) throws SQLException {
    return session.first(
            "SELECT 1 FROM lane WHERE id = ? AND node = ? AND epoch = ?",
            Row::flag,
            lease.lane(),
            node,
            lease.epoch())
        != null;
  }

  /**
   * A probe that was not used leaves the lane due now; one whose row is still in flight gets as
   * long as a lease to settle.
   */
  private void giveBack(Session session, long now, long lane) throws SQLException {
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
    session.work();
  }

  /** Extends all leases of this node; false when some of those it thinks it holds are not its. */
  boolean renew(Session session, long now) throws SQLException {
    // One that expired and is still in our name was taken by nobody: it lives on.
    int renewed =
        session.update(
            "UPDATE lane SET leased_until = ? WHERE node = ?", now + LEASE.toMillis(), node);
    if (renewed >= held.size()) {
      return true;
    }
    held.clear();
    held.addAll(session.list("SELECT id FROM lane WHERE node = ?", Row::number, node));
    return false;
  }
}
