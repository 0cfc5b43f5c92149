package org.messgateway.gateway.queue.jdbc;

import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.queue.LaneLease;
import org.messgateway.gateway.queue.LaneState;

/**
 * Leases of lanes. All methods that write run on the writer's thread, which alone touches the set
 * of lanes held.
 */
final class LaneSql {

  static final Duration LEASE = Duration.ofSeconds(15);

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
  private final RescueSql rescue;
  private final Set<Long> held = new HashSet<>();

  LaneSql(SqlDialect dialect, String node, RescueSql rescue) {
    this.dialect = dialect;
    this.node = node;
    this.rescue = rescue;
  }

  List<LaneLease> lease(Session session, long now, int max) throws SQLException {
    freeExpired(session, now);
    rescue.overlong(session, now);
    List<Candidate> candidates = new ArrayList<>();
    for (Account account : accounts(session)) {
      int room = account.room(now, max);
      if (room > 0) {
        candidates.addAll(candidates(session, account, now, room));
      }
    }
    candidates.sort(Comparator.comparingLong(Candidate::wakeAt));
    List<LaneLease> leases = new ArrayList<>();
    for (Candidate candidate : candidates.subList(0, Math.min(max, candidates.size()))) {
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
    return session.list(
        """
        SELECT id, address, epoch, state = 'closed', probes, wake_at FROM lane
        WHERE channel = ? AND node IS NULL AND work_at IS NOT NULL AND wake_at <= ?
        ORDER BY wake_at LIMIT ?\
        """
            + dialect.skipLocked(),
        row ->
            new Candidate(
                row.number(),
                account.channel(),
                row.text(),
                row.number(),
                row.flag(),
                row.count(),
                row.number(),
                account),
        account.channel(),
        now,
        max);
  }

  private LaneLease grant(Session session, long now, Candidate candidate) throws SQLException {
    session.update(
        """
        UPDATE lane SET node = ?, leased_until = ?, epoch = epoch + 1, probe = NULL,
          state = CASE state WHEN 'closed' THEN 'closed' ELSE 'probing' END WHERE id = ?\
        """,
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
    boolean probing = !candidate.closed() || !account.closed();
    return new LaneLease(
        candidate.lane(),
        candidate.channel(),
        candidate.address(),
        candidate.epoch() + 1,
        probing ? LaneState.PROBING : LaneState.CLOSED,
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

  void release(Session session, long now, LaneLease lease) throws SQLException {
    if (isOurs(session, lease)) {
      giveBack(session, now, lease.lane());
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
    session.update("UPDATE node SET seen_at = ? WHERE name = ?", now, node);
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

  /** The earliest instant at which a lane is worth a lease, or a leased one has more to send. */
  Optional<Instant> nextDue(Session session, long now) throws SQLException {
    Long next = earliest(leasable(session), moreOnOurs(session, now));
    return Optional.ofNullable(earliest(next, expiryElsewhere(session))).map(Instant::ofEpochMilli);
  }

  private static @Nullable Long leasable(Session session) throws SQLException {
    record Channel(boolean closed, @Nullable Long probeAt, @Nullable Long wakeAt) {}
    List<Channel> channels =
        session.list(
            """
            SELECT a.state = 'closed', a.probe_at,
              (SELECT l.wake_at FROM lane l WHERE l.channel = a.channel AND l.node IS NULL
                 AND l.work_at IS NOT NULL ORDER BY l.wake_at LIMIT 1)
            FROM account a WHERE a.state <> 'probing'\
            """,
            row -> new Channel(row.flag(), row.numberOrNull(), row.numberOrNull()));
    Long next = null;
    for (Channel channel : channels) {
      Long wakeAt = channel.wakeAt();
      if (wakeAt != null && !channel.closed() && channel.probeAt() != null) {
        wakeAt = Math.max(wakeAt, channel.probeAt());
      }
      next = earliest(next, wakeAt);
    }
    return next;
  }

  /** Only what lies ahead: what is due now waits for its owner, who knows of it. */
  private @Nullable Long moreOnOurs(Session session, long now) throws SQLException {
    return session.first(
        "SELECT wake_at FROM lane WHERE node = ? AND wake_at > ? ORDER BY wake_at LIMIT 1",
        Row::number,
        node,
        now);
  }

  private @Nullable Long expiryElsewhere(Session session) throws SQLException {
    return session.first(
        "SELECT leased_until FROM lane WHERE node IS NOT NULL AND node <> ?"
            + " ORDER BY leased_until LIMIT 1",
        Row::number,
        node);
  }

  private static @Nullable Long earliest(@Nullable Long one, @Nullable Long other) {
    if (one == null || other == null) {
      return one == null ? other : one;
    }
    return (Long) Math.min(one, other);
  }
}
