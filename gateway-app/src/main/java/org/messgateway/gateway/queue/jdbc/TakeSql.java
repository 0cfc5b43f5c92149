package org.messgateway.gateway.queue.jdbc;

import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.NotificationKind;
import org.messgateway.api.mess.Priority;
import org.messgateway.gateway.queue.Identity;
import org.messgateway.gateway.queue.LaneLease;
import org.messgateway.gateway.queue.LaneState;
import org.messgateway.gateway.queue.TakenDelivery;

/** Takes ready rows of a leased lane into {@code sending}. */
final class TakeSql {

  static final Duration OLDEST_WITHOUT_DEADLINE = Duration.ofDays(14);
  static final String TOO_LATE = "Its deadline passed before it could be sent.";
  static final String TOO_OLD = "It could not be sent for 14 days.";

  /** Rows whose time has come, made ready in one call. */
  private static final int PROMOTED = 512;

  /** Overdue rows settled in one call; the rest with the next. */
  private static final int OVERDUE = 256;

  private record Ready(
      long seq,
      long thread,
      String id,
      String exchange,
      String ref,
      String executor,
      NotificationKind kind,
      int serial,
      Priority priority,
      Instant created,
      long wishedAt,
      @Nullable Instant deadline,
      int tries,
      int spent,
      @Nullable Instant uncertainSince) {

    boolean tooLate(long now) {
      return deadline != null && deadline.toEpochMilli() <= now;
    }

    boolean tooOld(long now) {
      return deadline == null && wishedAt <= now - OLDEST_WITHOUT_DEADLINE.toMillis();
    }
  }

  private final String node;
  private final LineSql lines;

  TakeSql(String node, LineSql lines) {
    this.node = node;
    this.lines = lines;
  }

  List<TakenDelivery> take(Session session, long now, LaneLease lease, int max)
      throws SQLException {
    int room = Math.min(max, room(session, now, lease));
    if (room <= 0) {
      return List.of();
    }
    promote(session, now, lease.lane());
    List<TakenDelivery> taken = new ArrayList<>();
    int overdue = 0;
    boolean more = true;
    while (more && taken.size() < room && overdue < OVERDUE) {
      List<Ready> ready = ready(session, lease.lane(), room - taken.size() + 1);
      int before = overdue;
      more = false;
      for (Ready row : ready) {
        if (row.tooLate(now) || row.tooOld(now)) {
          end(session, now, lease.lane(), row);
          overdue++;
        } else if (taken.size() < room) {
          taken.add(send(session, now, lease, row));
        } else {
          more = true;
        }
      }
      // What ended may have let others of its thread forward.
      more |= overdue > before;
    }
    afterwards(session, lease, taken, more);
    return taken;
  }

  /** How many rows this lease may take now; none when it was lost. */
  private int room(Session session, long now, LaneLease lease) throws SQLException {
    Integer room =
        session.first(
            """
            SELECT l.state, a.state, a.probe_lane, l.probe FROM lane l
            JOIN account a ON a.channel = l.channel
            WHERE l.id = ? AND l.node = ? AND l.epoch = ? AND l.leased_until > ?\
            """,
            row -> room(row.text(), row.text(), row.numberOrNull(), row.numberOrNull(), lease),
            lease.lane(),
            node,
            lease.epoch(),
            now);
    return room == null ? 0 : room;
  }

  private static int room(
      String lane,
      String account,
      @Nullable Long probeLane,
      @Nullable Long probe,
      LaneLease lease) {
    boolean accountProbes =
        account.equals("probing") && probeLane != null && probeLane == lease.lane();
    if (lane.equals("open") || !(account.equals("closed") || accountProbes)) {
      return 0;
    }
    if (lane.equals("probing") || accountProbes) {
      return probe == null ? 1 : 0;
    }
    return Integer.MAX_VALUE;
  }

  private static void promote(Session session, long now, long lane) throws SQLException {
    session.update(
        """
        UPDATE delivery SET waits_for = 'lane' WHERE seq IN
          (SELECT seq FROM delivery WHERE lane = ? AND waits_for = 'time' AND due <= ?
           ORDER BY due LIMIT ?)\
        """,
        lane,
        now,
        PROMOTED);
  }

  private static List<Ready> ready(Session session, long lane, int max) throws SQLException {
    return session.list(
        """
        SELECT d.seq, d.thread, d.id, e.name, t.ref, d.executor, d.kind, d.serial, d.priority,
          d.created, d.wished_at, d.deadline, d.tries, d.spent, d.uncertain_since
        FROM delivery d JOIN thread t ON t.id = d.thread JOIN exchange e ON e.id = t.exchange
        WHERE d.lane = ? AND d.waits_for = 'lane' ORDER BY d.priority DESC, d.seq LIMIT ?\
        """,
        TakeSql::read,
        lane,
        max);
  }

  private static Ready read(Row row) throws SQLException {
    return new Ready(
        row.number(),
        row.number(),
        Columns.id(row.bytes()),
        row.text(),
        row.text(),
        row.text(),
        Columns.kind(row.text()),
        row.count(),
        Columns.priority(row.count()),
        row.instant(),
        row.number(),
        row.instantOrNull(),
        row.count(),
        row.count(),
        row.instantOrNull());
  }

  private static TakenDelivery send(Session session, long now, LaneLease lease, Ready row)
      throws SQLException {
    session.update(
        """
        UPDATE delivery SET state = 'sending', waits_for = NULL, epoch = ?, tries = tries + 1,
          taken_at = ? WHERE seq = ?\
        """,
        lease.epoch(),
        now,
        row.seq());
    Identity identity =
        new Identity(
            row.exchange(),
            row.ref(),
            row.executor(),
            lease.channel(),
            lease.address(),
            row.kind(),
            row.serial());
    return new TakenDelivery(
        row.id(),
        identity,
        lease,
        row.priority(),
        row.created(),
        row.deadline(),
        row.tries() + 1,
        row.spent(),
        row.uncertainSince());
  }

  private void end(Session session, long now, long lane, Ready row) throws SQLException {
    session.update(
        """
        UPDATE delivery SET state = ?, waits_for = NULL, settled_at = ?, sentence = ?,
          unrecorded = 1 WHERE seq = ?\
        """,
        row.tooLate(now) ? "expired" : "dead",
        now,
        row.tooLate(now) ? TOO_LATE : TOO_OLD,
        row.seq());
    lines.form(session, now, row.thread(), lane);
  }

  private static void afterwards(
      Session session, LaneLease lease, List<TakenDelivery> taken, boolean more)
      throws SQLException {
    if (lease.state() == LaneState.PROBING && !taken.isEmpty()) {
      session.update(
          """
          UPDATE lane SET probe = (SELECT seq FROM delivery WHERE id = ?) WHERE id = ?\
          """,
          Columns.key(taken.getFirst().id()),
          lease.lane());
    }
    if (!more) {
      session.update(
          """
          UPDATE lane SET work_at =
            (SELECT min(due) FROM delivery WHERE lane = lane.id AND waits_for = 'time')
          WHERE id = ?\
          """,
          lease.lane());
    }
  }
}
