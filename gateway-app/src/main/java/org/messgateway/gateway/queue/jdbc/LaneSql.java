package org.messgateway.gateway.queue.jdbc;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.FailureReason;
import org.messgateway.gateway.queue.LaneLease;
import org.messgateway.gateway.queue.LaneState;
import org.messgateway.gateway.queue.LeaseBudget;

/** Chooses the due lanes that this node may lease, and leases them. */
final class LaneSql {

  private static final String CANDIDATES =
      """
      SELECT id, address, epoch, state = 'closed', probes, wake_at FROM lane
      WHERE channel = ? AND node IS NULL AND work_at IS NOT NULL AND wake_at <= ?
      """;

  /** Each has an index of its own, so that those to be probed cost the others nothing. */
  static final String WELL = "AND state = 'closed'\n";

  static final String TO_PROBE = "AND state <> 'closed'\n";

  private static final String IN_TURN = "ORDER BY wake_at LIMIT ?";

  /** Condition of unleased lanes: no attempts and no running rate of another node. */
  static final String FREE_FOR_US =
      """
      AND (last_node IS NULL OR last_node = ? OR (coalesce(rest_until, 0) <= ?
        AND id NOT IN (SELECT lane FROM in_flight)))
      """;

  private static final String FOR_ROW =
      """
      UPDATE lane SET node = ?, last_node = ?, rest_until = NULL, leased_until = ?,
        epoch = epoch + 1, probe = NULL
      WHERE id = (SELECT id FROM lane WHERE id = ? AND node IS NULL AND state = 'closed'
        AND (work_at IS NULL OR work_at > ?)
        AND channel IN (SELECT channel FROM account WHERE state = 'closed') %s%s)
      RETURNING id, channel, address, epoch, probes\
      """;

  private record DueLane(
      long lane,
      String channel,
      String address,
      long epoch,
      boolean closed,
      int probes,
      long wakeAt,
      AccountState account) {

    boolean probing() {
      return !closed || !account.closed();
    }
  }

  private record AccountState(String channel, String state, @Nullable Long probeAt, int probes) {

    boolean closed() {
      return state.equals("closed");
    }

    /** How many of its lanes may be leased now: any one of them probes an account. */
    LeaseBudget room(long now, LeaseBudget most) {
      if (closed()) {
        return most;
      }
      boolean due = state.equals("open") && Objects.requireNonNullElse(probeAt, now) <= now;
      return LeaseBudget.of(due ? Math.min(1, most.probes()) : 0);
    }
  }

  private final SqlDialect dialect;
  private final String node;
  private final OwnedLanes held;

  LaneSql(SqlDialect dialect, String node, OwnedLanes held) {
    this.dialect = dialect;
    this.node = node;
    this.held = held;
  }

  /**
   * Leases lanes that are due.
   *
   * @param nodes that share the work; each leases its part of the due lanes and looks again, so
   *     that the first node to wake does not lease all
   */
  List<LaneLease> lease(SqlSession session, long now, LeaseBudget budget, int nodes)
      throws SQLException {
    List<DueLane> candidates = new ArrayList<>();
    for (AccountState account : accounts(session)) {
      candidates.addAll(candidates(session, account, now, account.room(now, budget)));
    }
    List<DueLane> chosen = inTurn(candidates, budget);
    List<LaneLease> leases = new ArrayList<>();
    for (DueLane candidate : chosen.subList(0, (chosen.size() + nodes - 1) / nodes)) {
      leases.add(grant(session, now, candidate));
    }
    return leases;
  }

  /** The lane that waited longest first, within the budget. */
  private static List<DueLane> inTurn(List<DueLane> candidates, LeaseBudget budget) {
    List<DueLane> chosen = new ArrayList<>();
    int probes = 0;
    candidates.sort(Comparator.comparingLong(DueLane::wakeAt));
    for (DueLane candidate : candidates) {
      boolean hasRoom = !candidate.probing() || probes < budget.probes();
      if (hasRoom && chosen.size() < budget.lanes()) {
        chosen.add(candidate);
        probes += candidate.probing() ? 1 : 0;
      }
    }
    return chosen;
  }

  private static List<AccountState> accounts(SqlSession session) throws SQLException {
    return session.list(
        "SELECT channel, state, probe_at, probes FROM account",
        row -> new AccountState(row.text(), row.text(), row.numberOrNull(), row.count()));
  }

  private List<DueLane> candidates(
      SqlSession session, AccountState account, long now, LeaseBudget budget) throws SQLException {
    List<DueLane> found = new ArrayList<>();
    if (budget.lanes() > 0) {
      found.addAll(candidates(session, account, now, WELL, budget.lanes()));
    }
    if (budget.probes() > 0) {
      found.addAll(candidates(session, account, now, TO_PROBE, budget.probes()));
    }
    return inTurn(found, budget);
  }

  private List<DueLane> candidates(
      SqlSession session, AccountState account, long now, String which, int max)
      throws SQLException {
    ResultRow.Reader<DueLane> reader =
        row ->
            new DueLane(
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

  private LaneLease grant(SqlSession session, long now, DueLane candidate) throws SQLException {
    held.grant(session, now, candidate.lane());
    AccountState account = candidate.account();
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

  /**
   * Leases a healthy lane of which no row is due, for a row that is about to be inserted.
   *
   * @return null where it may not be leased
   */
  @Nullable LaneLease leaseForRow(SqlSession session, long now, long lane) throws SQLException {
    long until = now + OwnedLanes.LEASE.toMillis();
    ResultRow.Reader<LaneLease> reader =
        row ->
            new LaneLease(
                row.number(), row.text(), row.text(), row.number(), LaneState.CLOSED, row.count());
    LaneLease lease =
        dialect.shared()
            ? session.first(
                FOR_ROW.formatted(FREE_FOR_US, dialect.skipLocked()),
                reader,
                node,
                node,
                until,
                lane,
                now,
                node,
                now)
            : session.first(FOR_ROW.formatted("", ""), reader, node, node, until, lane, now);
    if (lease != null) {
      held.granted(lane);
    }
    return lease;
  }

  void probeNow(SqlSession session, long now, @Nullable String channel, @Nullable String address)
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

  void probeWithoutAdapter(SqlSession session, long now) throws SQLException {
    session.update(
        "UPDATE lane SET probe_at = ? WHERE state <> 'closed' AND probe_at > ? AND reason = ?",
        now,
        now,
        FailureReason.ADAPTER_FAILED.code());
    session.work();
  }
}
