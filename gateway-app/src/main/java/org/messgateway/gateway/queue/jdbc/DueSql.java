package org.messgateway.gateway.queue.jdbc;

import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.queue.LeaseRoom;

/** When a node has to look for lanes again. */
final class DueSql {

  /** A channel with the earliest of its lanes that are well, and of those to be probed. */
  private record Channel(
      boolean closed, @Nullable Long probeAt, @Nullable Long well, @Nullable Long toProbe) {

    @Nullable Long next(LeaseRoom room) {
      boolean probes = room.probes() > 0;
      if (closed) {
        return probes ? earliest(well, toProbe) : well;
      }
      Long any = probes ? earliest(well, toProbe) : null;
      return any == null || probeAt == null ? any : (Long) Math.max(any, probeAt);
    }
  }

  /** How soon a lane is looked at again that only another node keeps from us. */
  private static final Duration BLOCKED = Duration.ofSeconds(1);

  private static final String BLOCKED_LANES =
      """
      SELECT id FROM lane
      WHERE node IS NULL AND work_at IS NOT NULL AND wake_at <= ? AND last_node <> ?
        AND (coalesce(rest_until, 0) > ?
          OR id IN (SELECT lane FROM delivery WHERE state = 'sending'))
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

  /** Each with the earliest of its lanes that nobody has. */
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
  Optional<Instant> next(Session session, long now, LeaseRoom room) throws SQLException {
    Long next = earliest(leasable(session, now, room), moreOnOurs(session, now));
    next = earliest(next, expiryElsewhere(session));
    if (dialect.shared()) {
      next = earliest(next, blocked(session, now));
      next = earliest(next, members.nextGone(session));
      next = earliest(next, nextOverlong(session));
    }
    return Optional.ofNullable(next).map(Instant::ofEpochMilli);
  }

  private @Nullable Long leasable(Session session, long now, LeaseRoom room) throws SQLException {
    Row.Reader<Channel> reader =
        row -> new Channel(row.flag(), row.numberOrNull(), row.numberOrNull(), row.numberOrNull());
    List<Channel> found =
        dialect.shared()
            ? session.list(channels, reader, node, now, node, now)
            : session.list(channels, reader);
    Long next = null;
    for (Channel channel : found) {
      next = earliest(next, channel.next(room));
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

  /** Whether a lease would find or mend something now. */
  boolean any(Session session, long now, LeaseRoom room) throws SQLException {
    return next(session, now, room).filter(due -> due.toEpochMilli() <= now).isPresent()
        || session.first(
                "SELECT id FROM lane WHERE node = ? AND leased_until <= ? LIMIT 1",
                Row::number,
                node,
                now)
            != null;
  }

  /** When to look again at lanes that are due and not free for us. */
  private @Nullable Long blocked(Session session, long now) throws SQLException {
    Long one =
        session.first(
            BLOCKED_LANES
                + LaneSql.WELL
                + "UNION ALL "
                + BLOCKED_LANES
                + LaneSql.TO_PROBE
                + "LIMIT 1",
            Row::number,
            now,
            node,
            now,
            now,
            node,
            now);
    return one == null ? null : (Long) (now + BLOCKED.toMillis());
  }

  private static @Nullable Long nextOverlong(Session session) throws SQLException {
    Long taken =
        session.first(
            """
            SELECT taken_at FROM delivery WHERE state = 'sending' AND taken_at IS NOT NULL
            ORDER BY taken_at LIMIT 1\
            """,
            Row::number);
    return taken == null ? null : (Long) (taken + RescueSql.LOST_AFTER.toMillis());
  }

  private static @Nullable Long earliest(@Nullable Long one, @Nullable Long other) {
    if (one == null || other == null) {
      return one == null ? other : one;
    }
    return (Long) Math.min(one, other);
  }
}
