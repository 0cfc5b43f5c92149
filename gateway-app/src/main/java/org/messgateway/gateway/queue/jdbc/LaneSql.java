package org.messgateway.gateway.queue.jdbc;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.queue.LaneLease;
import org.messgateway.gateway.queue.LaneState;
import org.messgateway.gateway.queue.LeaseRoom;

/** Which lanes are due, and whether this node may have them. */
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
    held.grant(session, now, candidate.lane());
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
