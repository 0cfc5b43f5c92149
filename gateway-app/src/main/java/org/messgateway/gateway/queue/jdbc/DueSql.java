package org.messgateway.gateway.queue.jdbc;

import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.queue.LeaseBudget;

/** Reads when the next lane is due, and whether one is due now. */
final class DueSql {

  /** A channel with the earliest of its lanes that are well, and of those to be probed. */
  private record DueChannel(
      boolean closed, @Nullable Long probeAt, @Nullable Long well, @Nullable Long toProbe) {

    @Nullable Long next(LeaseBudget budget) {
      boolean probes = budget.probes() > 0;
      if (closed) {
        return probes ? earliest(well, toProbe) : well;
      }
      Long any = probes ? earliest(well, toProbe) : null;
      return any == null || probeAt == null ? any : (Long) Math.max(any, probeAt);
    }
  }

  /** Pause before the next look at a lane that only another node keeps from this one. */
  private static final Duration BLOCKED = Duration.ofSeconds(1);

  private static final String BLOCKED_LANES =
      """
      SELECT id FROM lane
      WHERE node IS NULL AND work_at IS NOT NULL AND wake_at <= ? AND last_node <> ?
        AND (coalesce(rest_until, 0) > ?
          OR id IN (SELECT lane FROM in_flight))
      """;

  private final SqlDialect dialect;
  private final String node;
  private final NodeSql members;
  private final String channels;

  DueSql(SqlDialect dialect, String node, NodeSql members) {
    this.dialect = dialect;
    this.node = node;
    this.members = members;
    this.channels = channels(dialect.shared() ? LaneSql.FREE_FOR_US : "");
  }

  /** Channels, each with its earliest due lane that is not leased. */
  private static String channels(String free) {
    return """
    SELECT a.state = 'closed', a.probe_at, (%s), (%s) FROM account a WHERE a.state <> 'probing'\
    """
        .formatted(first(LaneSql.WELL, free), first(LaneSql.TO_PROBE, free));
  }

  private static String first(String which, String free) {
    return """
    SELECT wake_at FROM lane WHERE channel = a.channel AND node IS NULL AND work_at IS NOT NULL
    """
        + which
        + free
        + "ORDER BY wake_at LIMIT 1";
  }

  /** The earliest instant at which a lane is worth a lease, or a leased one has more to send. */
  Optional<Instant> next(SqlSession session, long now, LeaseBudget budget) throws SQLException {
    Long next = earliest(leasable(session, now, budget), moreOnOurs(session, now));
    next = earliest(next, expiryElsewhere(session));
    if (dialect.shared()) {
      next = earliest(next, blocked(session, now));
      next = earliest(next, members.nextGone(session));
      next = earliest(next, nextOverlong(session));
    }
    return Optional.ofNullable(next).map(Instant::ofEpochMilli);
  }

  private @Nullable Long leasable(SqlSession session, long now, LeaseBudget budget)
      throws SQLException {
    ResultRow.Reader<DueChannel> reader =
        row ->
            new DueChannel(row.flag(), row.numberOrNull(), row.numberOrNull(), row.numberOrNull());
    List<DueChannel> found =
        dialect.shared()
            ? session.list(channels, reader, node, now, node, now)
            : session.list(channels, reader);
    Long next = null;
    for (DueChannel channel : found) {
      next = earliest(next, channel.next(budget));
    }
    return next;
  }

  /** Lanes leased by this node: future due times only, because their workers take due rows. */
  private @Nullable Long moreOnOurs(SqlSession session, long now) throws SQLException {
    return session.first(
        "SELECT wake_at FROM lane WHERE node = ? AND wake_at > ? ORDER BY wake_at LIMIT 1",
        ResultRow::number,
        node,
        now);
  }

  /** Lanes leased by this node that may have rows which are due. */
  List<Long> onOurs(SqlSession session, long now) throws SQLException {
    return session.list(
        "SELECT id FROM lane WHERE node = ? AND wake_at <= ?", ResultRow::number, node, now);
  }

  private @Nullable Long expiryElsewhere(SqlSession session) throws SQLException {
    return session.first(
        "SELECT leased_until FROM lane WHERE node IS NOT NULL AND node <> ?"
            + " ORDER BY leased_until LIMIT 1",
        ResultRow::number,
        node);
  }

  /**
   * Whether {@link LaneSql#lease} would lease a lane now, or {@link OwnedLanes#mend} would mend a
   * lease or a row.
   */
  boolean any(SqlSession session, long now, LeaseBudget budget) throws SQLException {
    Long due = earliest(leasable(session, now, budget), expiryHere(session));
    due = earliest(due, expiryElsewhere(session));
    due = earliest(due, nextOverlong(session));
    if (dialect.shared()) {
      due = earliest(due, members.nextGone(session));
    }
    return due != null && due <= now;
  }

  private @Nullable Long expiryHere(SqlSession session) throws SQLException {
    return session.first(
        "SELECT leased_until FROM lane WHERE node = ? ORDER BY leased_until LIMIT 1",
        ResultRow::number,
        node);
  }

  /** When to look again at due lanes that another node's attempts or rate keep from this node. */
  private @Nullable Long blocked(SqlSession session, long now) throws SQLException {
    Long one =
        session.first(
            BLOCKED_LANES
                + LaneSql.WELL
                + "UNION ALL "
                + BLOCKED_LANES
                + LaneSql.TO_PROBE
                + "LIMIT 1",
            ResultRow::number,
            now,
            node,
            now,
            now,
            node,
            now);
    return one == null ? null : (Long) (now + BLOCKED.toMillis());
  }

  private static @Nullable Long nextOverlong(SqlSession session) throws SQLException {
    Long taken =
        session.first(
            "SELECT taken_at FROM in_flight ORDER BY taken_at LIMIT 1", ResultRow::number);
    return taken == null ? null : (Long) (taken + AbandonedRowsSql.LOST_AFTER.toMillis());
  }

  private static @Nullable Long earliest(@Nullable Long one, @Nullable Long other) {
    if (one == null || other == null) {
      return one == null ? other : one;
    }
    return (Long) Math.min(one, other);
  }
}
