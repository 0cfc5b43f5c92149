package org.messgateway.gateway.queue.jdbc;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.queue.LaneLease;
import org.messgateway.gateway.queue.LaneState;

/** Which lanes are due, and whether this node may have them. */
final class LaneSql {

  private static final String CANDIDATES =
      """
      SELECT id, address, epoch, state = 'closed', probes, wake_at FROM lane
      WHERE channel = ? AND node IS NULL AND work_at IS NOT NULL AND wake_at <= ?
      """;

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
      Account account) {}

  private record Account(String channel, String state, @Nullable Long probeAt, int probes) {

    boolean closed() {
      return state.equals("closed");
    }

    /** How many of its lanes may be leased now. */
    int room(long now, int max) {
      if (closed()) {
        return max;
      }
      return state.equals("open") && Objects.requireNonNullElse(probeAt, now) <= now ? 1 : 0;
    }
  }

  private final SqlDialect dialect;
  private final String node;
  private final HeldLanes held;

  LaneSql(SqlDialect dialect, String node, HeldLanes held) {
    this.dialect = dialect;
    this.node = node;
    this.held = held;
  }

  /**
   * Leases lanes that are due.
   *
   * @param nodes that share the work: of what is due each takes its part and looks again, so that
   *     the first one to wake does not have it all
   */
  List<LaneLease> lease(Session session, long now, int max, int nodes) throws SQLException {
    List<Candidate> candidates = new ArrayList<>();
    for (Account account : accounts(session)) {
      int room = account.room(now, max);
      if (room > 0) {
        candidates.addAll(candidates(session, account, now, room));
      }
    }
    candidates.sort(Comparator.comparingLong(Candidate::wakeAt));
    List<LaneLease> leases = new ArrayList<>();
    int part = Math.min(max, (candidates.size() + nodes - 1) / nodes);
    for (Candidate candidate : candidates.subList(0, part)) {
      leases.add(grant(session, now, candidate));
    }
    return leases;
  }

  private static List<Account> accounts(Session session) throws SQLException {
    return session.list(
        "SELECT channel, state, probe_at, probes FROM account",
        row -> new Account(row.text(), row.text(), row.numberOrNull(), row.count()));
  }

  private List<Candidate> candidates(Session session, Account account, long now, int max)
      throws SQLException {
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
            CANDIDATES + FREE_FOR_US + IN_TURN + dialect.skipLocked(),
            reader,
            account.channel(),
            now,
            node,
            now,
            max)
        : session.list(CANDIDATES + IN_TURN, reader, account.channel(), now, max);
  }

  private LaneLease grant(Session session, long now, Candidate candidate) throws SQLException {
    held.grant(session, now, candidate.lane());
    Account account = candidate.account();
    if (!account.closed()) {
      session.update(
          "UPDATE account SET state = 'probing', probe_lane = ? WHERE channel = ?",
          candidate.lane(),
          account.channel());
    }
    boolean probing = !candidate.closed() || !account.closed();
    return new LaneLease(
        candidate.lane(),
        candidate.channel(),
        candidate.address(),
        candidate.epoch() + 1,
        probing ? LaneState.PROBING : LaneState.CLOSED,
        account.closed() ? candidate.probes() : Math.max(candidate.probes(), account.probes()));
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
