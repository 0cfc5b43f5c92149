package org.messgateway.gateway.queue.jdbc;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.queue.LaneLease;
import org.messgateway.gateway.queue.LaneState;
import org.messgateway.gateway.queue.LeaseRoom;

/**
 * Leases of lanes. All methods that write run on the writer's thread, which alone touches the set
 * of lanes held.
 */
final class LaneSql {

  static final Duration LEASE = Duration.ofSeconds(15);

  private static final String CANDIDATES =
      """
      SELECT id, address, epoch, state = 'closed', probes, wake_at FROM lane
      WHERE channel = ? AND node IS NULL AND work_at IS NOT NULL AND wake_at <= ?
      """;

  /** Each has an index of its own, so that those to be probed cost the others nothing. */
  static final String WELL = "AND state = 'closed'\n";

  static final String TO_PROBE = "AND state <> 'closed'\n";

  private static final String IN_TURN = "ORDER BY wake_at LIMIT ?";

  /** Of the lanes that nobody has: not where another node's attempts go on, or its rate does. */
  static final String FREE_FOR_US =
      """
      AND (last_node IS NULL OR last_node = ? OR (coalesce(rest_until, 0) <= ?
        AND id NOT IN (SELECT lane FROM delivery WHERE state = 'sending')))
      """;

  private record Candidate(
      long lane,
      String channel,
      String address,
      long epoch,
      boolean closed,
      int probes,
      long wakeAt,
      Account account) {

    boolean probing() {
      return !closed || !account.closed();
    }
  }

  private record Account(String channel, String state, @Nullable Long probeAt, int probes) {

    boolean closed() {
      return state.equals("closed");
    }

    /** How many of its lanes may be leased now: any one of them probes an account. */
    LeaseRoom room(long now, LeaseRoom most) {
      if (closed()) {
        return most;
      }
      boolean due = state.equals("open") && Objects.requireNonNullElse(probeAt, now) <= now;
      return LeaseRoom.of(due ? Math.min(1, most.probes()) : 0);
    }
  }

  private final SqlDialect dialect;
  private final String node;
  private final NodeSql members;
  private final RescueSql rescue;
  private final Set<Long> held = new HashSet<>();

  LaneSql(SqlDialect dialect, String node, NodeSql members, RescueSql rescue) {
    this.dialect = dialect;
    this.node = node;
    this.members = members;
    this.rescue = rescue;
  }

  /** Takes up what others, or we, have lost hold of. */
  void mend(Session session, long now) throws SQLException {
    freeExpired(session, now);
    if (dialect.shared()) {
      members.rescueGone(session, now);
    }
    rescue.overlong(session, now);
  }

  /**
   * Leases lanes that are due.
   *
   * @param nodes that share the work: of what is due each takes its part and looks again, so that
   *     the first one to wake does not have it all
   */
  List<LaneLease> lease(Session session, long now, LeaseRoom room, int nodes) throws SQLException {
    List<Candidate> candidates = new ArrayList<>();
    for (Account account : accounts(session)) {
      candidates.addAll(candidates(session, account, now, account.room(now, room)));
    }
    List<Candidate> chosen = inTurn(candidates, room);
    List<LaneLease> leases = new ArrayList<>();
    for (Candidate candidate : chosen.subList(0, (chosen.size() + nodes - 1) / nodes)) {
      leases.add(grant(session, now, candidate));
    }
    return leases;
  }

  /** The one that waited longest first, as far as there is room. */
  private static List<Candidate> inTurn(List<Candidate> candidates, LeaseRoom room) {
    List<Candidate> chosen = new ArrayList<>();
    int probes = 0;
    candidates.sort(Comparator.comparingLong(Candidate::wakeAt));
    for (Candidate candidate : candidates) {
      boolean hasRoom = !candidate.probing() || probes < room.probes();
      if (hasRoom && chosen.size() < room.lanes()) {
        chosen.add(candidate);
        probes += candidate.probing() ? 1 : 0;
      }
    }
    return chosen;
  }

  private static List<Account> accounts(Session session) throws SQLException {
    return session.list(
        "SELECT channel, state, probe_at, probes FROM account",
        row -> new Account(row.text(), row.text(), row.numberOrNull(), row.count()));
  }

  private List<Candidate> candidates(Session session, Account account, long now, LeaseRoom room)
      throws SQLException {
    List<Candidate> found = new ArrayList<>();
    if (room.lanes() > 0) {
      found.addAll(candidates(session, account, now, WELL, room.lanes()));
    }
    if (room.probes() > 0) {
      found.addAll(candidates(session, account, now, TO_PROBE, room.probes()));
    }
    return inTurn(found, room);
  }

  private List<Candidate> candidates(
      Session session, Account account, long now, String which, int max) throws SQLException {
    Row.Reader<Candidate> reader =
        row ->
            new Candidate(
                row.number(),
                account.channel(),
                row.text(),
                row.number(),
                row.flag(),
                row.count(),
                row.number(),
                account);
    return dialect.shared()
        ? session.list(
            CANDIDATES + which + FREE_FOR_US + IN_TURN + dialect.skipLocked(),
            reader,
            account.channel(),
            now,
            node,
            now,
            max)
        : session.list(CANDIDATES + which + IN_TURN, reader, account.channel(), now, max);
  }

  private LaneLease grant(Session session, long now, Candidate candidate) throws SQLException {
    session.update(
        """
        UPDATE lane SET node = ?, last_node = ?, rest_until = NULL, leased_until = ?,
          epoch = epoch + 1, probe = NULL, state = CASE state WHEN 'closed' THEN 'closed' ELSE 'probing' END WHERE id = ?\
        """,
        node,
        node,
        now + LEASE.toMillis(),
        candidate.lane());
    held.add(candidate.lane());
    Account account = candidate.account();
    if (!account.closed()) {
      session.update(
          "UPDATE account SET state = 'probing', probe_lane = ? WHERE channel = ?",
          candidate.lane(),
          account.channel());
    }
    return new LaneLease(
        candidate.lane(),
        candidate.channel(),
        candidate.address(),
        candidate.epoch() + 1,
        candidate.probing() ? LaneState.PROBING : LaneState.CLOSED,
        account.closed() ? candidate.probes() : Math.max(candidate.probes(), account.probes()));
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

  void probeNow(Session session, long now, @Nullable String channel, @Nullable String address)
      throws SQLException {
    session.update(
        """
        UPDATE lane SET probe_at = ? WHERE state <> 'closed' AND probe_at > ?
          AND channel = coalesce(?, channel) AND address = coalesce(?, address)\
        """,
        now,
        now,
        channel,
        address);
    session.update(
        """
        UPDATE account SET probe_at = ? WHERE state <> 'closed' AND probe_at > ?
          AND channel = coalesce(?, channel)\
        """,
        now,
        now,
        channel);
    session.work();
  }
}
