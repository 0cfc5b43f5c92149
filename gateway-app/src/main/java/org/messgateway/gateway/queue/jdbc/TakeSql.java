package org.messgateway.gateway.queue.jdbc;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.queue.LaneLease;
import org.messgateway.gateway.queue.LaneState;
import org.messgateway.gateway.queue.TakenDelivery;

/** Takes ready rows of leased lanes into {@code sending}. */
final class TakeSql {

  static final String TOO_LATE = "Its deadline passed before it could be sent.";
  static final String TOO_OLD = "It could not be sent for 14 days.";

  /** Most rows with a passed due time that one call makes ready. */
  private static final int PROMOTED = 512;

  /** A request for rows of one lane. */
  record Taking(LaneLease lease, int max) {}

  /**
   * The rows taken of a lane.
   *
   * @param more whether it may have more
   */
  record TakeResult(List<TakenDelivery> rows, boolean more) {

    static final TakeResult NONE = new TakeResult(List.of(), false);
  }

  private static final MultiRowSql LEASED =
      MultiRowSql.ofKeys(
          MultiRowSql.Column.NUMBER,
          """
          SELECT l.id, l.node, l.leased_until, l.epoch, l.state, a.state, a.probe_lane, l.probe,
            (SELECT min(due) FROM queue_entry WHERE lane = l.id AND waits_for = 'time')
          FROM lane l JOIN account a ON a.channel = l.channel WHERE l.id IN (%s)\
          """);

  private static final MultiRowSql SEND =
      MultiRowSql.ofKeys(
          MultiRowSql.Column.NUMBER,
          """
          UPDATE delivery SET state = 'sending', tries = tries + 1,
            epoch = (SELECT epoch FROM lane WHERE id = delivery.lane), taken_at = ?
          WHERE seq IN (%s)\
          """);

  private static final MultiRowSql NO_MORE =
      MultiRowSql.ofKeys(
          MultiRowSql.Column.NUMBER,
          """
          UPDATE lane SET work_at =
            (SELECT min(due) FROM queue_entry WHERE lane = lane.id AND waits_for = 'time')
          WHERE id IN (%s)\
          """);

  /**
   * The row of a lane, read before a take.
   *
   * @param until when its lease ends; null when it is not leased
   * @param room how many rows may be taken there by its state
   * @param due earliest due time of the rows that wait for their time
   */
  private record LaneRow(
      long lane,
      @Nullable String node,
      @Nullable Long until,
      long epoch,
      int room,
      @Nullable Long due) {

    static LaneRow read(ResultRow row) throws SQLException {
      long lane = row.number();
      String node = row.textOrNull();
      Long until = row.numberOrNull();
      long epoch = row.number();
      int room = room(lane, row.text(), row.text(), row.numberOrNull(), row.numberOrNull());
      return new LaneRow(lane, node, until, epoch, room, row.numberOrNull());
    }

    boolean stands(String us, LaneLease lease, long now) {
      return us.equals(node) && epoch == lease.epoch() && until != null && until > now;
    }

    boolean hasDue(long now) {
      return due != null && due <= now;
    }

    private static int room(
        long id, String lane, String account, @Nullable Long probeLane, @Nullable Long probe) {
      boolean accountProbes = account.equals("probing") && probeLane != null && probeLane == id;
      if (lane.equals("open") || !(account.equals("closed") || accountProbes)) {
        return 0;
      }
      if (lane.equals("probing") || accountProbes) {
        return probe == null ? 1 : 0;
      }
      return Integer.MAX_VALUE;
    }
  }

  private final SqlDialect dialect;
  private final String node;
  private final ThreadOrderSql lines;

  TakeSql(SqlDialect dialect, String node, ThreadOrderSql lines) {
    this.dialect = dialect;
    this.node = node;
    this.lines = lines;
  }

  /** As if one after the other. */
  List<TakeResult> take(SqlSession session, long now, List<Taking> takings) throws SQLException {
    Map<Long, Taking> once = new LinkedHashMap<>();
    takings.forEach(one -> once.putIfAbsent(one.lease().lane(), one));
    Map<Long, TakeResult> taken = ofLanes(session, now, List.copyOf(once.values()));
    List<TakeResult> all = new ArrayList<>(takings.size());
    for (Taking one : takings) {
      long lane = one.lease().lane();
      // A lane that is asked twice: the second finds what the first left.
      boolean first = once.remove(lane) != null;
      all.add(
          (first ? taken : ofLanes(session, now, List.of(one)))
              .getOrDefault(lane, TakeResult.NONE));
    }
    return all;
  }

  /** Different lanes. */
  private Map<Long, TakeResult> ofLanes(SqlSession session, long now, List<Taking> takings)
      throws SQLException {
    Map<Long, LaneTake> takes = takes(session, now, takings);
    Map<Long, LaneTake> looking = takes;
    while (!looking.isEmpty()) {
      look(session, now, looking);
      looking = new LinkedHashMap<>(looking);
      looking.values().removeIf(take -> !take.looksAgain());
    }
    afterwards(session, takes.values());
    Map<Long, TakeResult> taken = new HashMap<>();
    takes.forEach((lane, take) -> taken.put(lane, new TakeResult(take.taken(), take.more())));
    return taken;
  }

  /** Ready rows of the lanes whose lease is valid and that may send. */
  private Map<Long, LaneTake> takes(SqlSession session, long now, List<Taking> takings)
      throws SQLException {
    Map<Long, LaneRow> leased = leased(session, takings);
    Map<Long, LaneTake> takes = new LinkedHashMap<>();
    for (Taking one : takings) {
      LaneLease lease = one.lease();
      LaneRow lane = leased.get(lease.lane());
      int room = lane == null ? 0 : Math.min(lane.room(), one.max());
      if (lane != null && room > 0 && lane.stands(node, lease, now)) {
        takes.put(lease.lane(), new LaneTake(lease, room));
        if (lane.hasDue(now)) {
          promote(session, now, lease.lane());
        }
      }
    }
    return takes;
  }

  private static Map<Long, LaneRow> leased(SqlSession session, List<Taking> takings)
      throws SQLException {
    Map<Long, LaneRow> leased = new HashMap<>();
    List<Long> lanes = takings.stream().map(one -> one.lease().lane()).toList();
    LEASED.list(session, LaneRow::read, lanes).forEach(lane -> leased.put(lane.lane(), lane));
    return leased;
  }

  private static void promote(SqlSession session, long now, long lane) throws SQLException {
    session.update(
        """
        UPDATE queue_entry SET waits_for = 'lane' WHERE delivery IN
          (SELECT delivery FROM queue_entry WHERE lane = ? AND waits_for = 'time' AND due <= ?
           ORDER BY due LIMIT ?)\
        """,
        lane,
        now,
        PROMOTED);
  }

  private void look(SqlSession session, long now, Map<Long, LaneTake> takes) throws SQLException {
    List<ReadyRow.LaneRequest> wishes = takes.values().stream().map(LaneTake::wish).toList();
    Map<Long, Long> sent = new LinkedHashMap<>();
    for (ReadyRow row : ReadyRow.of(dialect, session, wishes)) {
      LaneTake take = Objects.requireNonNull(takes.get(row.lane()));
      if (row.tooLate(now) || row.tooOld(now)) {
        end(session, now, row);
        take.ended();
      } else if (take.take(row)) {
        sent.put(row.seq(), row.lane());
      }
    }
    send(session, now, sent);
  }

  private static void send(SqlSession session, long now, Map<Long, Long> sent) throws SQLException {
    List<Long> rows = List.copyOf(sent.keySet());
    QueueEntrySql.delete(session, rows);
    InFlightSql.insert(session, now, sent);
    SEND.update(session, List.of(now), rows, List.of());
  }

  private void end(SqlSession session, long now, ReadyRow row) throws SQLException {
    session.update(
        """
        UPDATE delivery SET state = ?, settled_at = ?, sentence = ? WHERE seq = ?\
        """,
        row.tooLate(now) ? "expired" : "dead",
        now,
        row.tooLate(now) ? TOO_LATE : TOO_OLD,
        row.seq());
    QueueEntrySql.delete(session, row.seq());
    HistorySql.pend(session, row.seq());
    lines.form(session, now, row.thread(), row.lane());
  }

  private static void afterwards(SqlSession session, Collection<LaneTake> takes)
      throws SQLException {
    List<Long> empty = new ArrayList<>();
    for (LaneTake take : takes) {
      if (take.lease().state() == LaneState.PROBING && !take.taken().isEmpty()) {
        probes(session, take);
      }
      if (!take.more()) {
        empty.add(take.lease().lane());
      }
    }
    NO_MORE.update(session, empty);
  }

  private static void probes(SqlSession session, LaneTake take) throws SQLException {
    session.update(
        "UPDATE lane SET probe = ? WHERE id = ?",
        take.taken().getFirst().row(),
        take.lease().lane());
  }

  /** Rows taken of one lane in one call. */
  private static final class LaneTake {

    /** Overdue rows settled in one call; the rest with the next. */
    private static final int OVERDUE = 256;

    private final LaneLease lease;
    private final int room;
    private final List<TakenDelivery> deliveries = new ArrayList<>();
    private int overdue;
    private boolean more;

    LaneTake(LaneLease lease, int room) {
      this.lease = lease;
      this.room = room;
    }

    LaneLease lease() {
      return lease;
    }

    List<TakenDelivery> taken() {
      return deliveries;
    }

    /** Reads one row more than may be taken, to learn whether there are more. */
    ReadyRow.LaneRequest wish() {
      more = false;
      return new ReadyRow.LaneRequest(lease.lane(), room - deliveries.size() + 1);
    }

    /** Whether there was room for it. */
    boolean take(ReadyRow row) {
      boolean fits = deliveries.size() < room;
      if (fits) {
        deliveries.add(row.taken(lease));
      } else {
        more = true;
      }
      return fits;
    }

    /** One was over; that may have let others of its thread forward. */
    void ended() {
      overdue++;
      more = true;
    }

    /** Whether the lane may have more than was taken. */
    boolean more() {
      return more;
    }

    boolean looksAgain() {
      return more && deliveries.size() < room && overdue < OVERDUE;
    }
  }
}
