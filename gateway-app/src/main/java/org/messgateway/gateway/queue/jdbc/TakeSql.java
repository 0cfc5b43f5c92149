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

/** Takes ready rows of leased lanes into {@code sending}. */
final class TakeSql {

  static final String TOO_LATE = "Its deadline passed before it could be sent.";
  static final String TOO_OLD = "It could not be sent for 14 days.";

  /** Rows whose time has come, made ready in one call. */
  private static final int PROMOTED = 512;

  /** What is asked of one lane. */
  record Taking(LaneLease lease, int max) {}

  private static final RowsSql LEASED =
      new RowsSql(lanes ->
          """
          SELECT l.id, l.node, l.leased_until, l.epoch, l.state, a.state, a.probe_lane, l.probe,
            (SELECT min(due) FROM delivery WHERE lane = l.id AND waits_for = 'time')
          FROM lane l JOIN account a ON a.channel = l.channel WHERE l.id IN (%s)\
          """
              .formatted(RowsSql.marks(lanes)));

  private static final RowsSql SEND =
      new RowsSql(rows ->
          """
          UPDATE delivery SET state = 'sending', waits_for = NULL, tries = tries + 1,
            epoch = (SELECT epoch FROM lane WHERE id = delivery.lane), taken_at = ?
          WHERE seq IN (%s)\
          """
              .formatted(RowsSql.marks(rows)));

  private static final RowsSql NO_MORE =
      new RowsSql(lanes ->
          """
          UPDATE lane SET work_at =
            (SELECT min(due) FROM delivery WHERE lane = lane.id AND waits_for = 'time')
          WHERE id IN (%s)\
          """
              .formatted(RowsSql.marks(lanes)));

  /**
   * A lane as it is found.
   *
   * @param until when its lease ends; null when nobody has it
   * @param room how many rows may be taken there by its state
   * @param due when the first of those comes that wait for their time
   */
  private record Leased(
      long lane,
      @Nullable String node,
      @Nullable Long until,
      long epoch,
      int room,
      @Nullable Long due) {

    static Leased read(Row row) throws SQLException {
      long lane = row.number();
      String node = row.textOrNull();
      Long until = row.numberOrNull();
      long epoch = row.number();
      int room = room(lane, row.text(), row.text(), row.numberOrNull(), row.numberOrNull());
      return new Leased(lane, node, until, epoch, room, row.numberOrNull());
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
  private final LineSql lines;

  TakeSql(SqlDialect dialect, String node, LineSql lines) {
    this.dialect = dialect;
    this.node = node;
    this.lines = lines;
  }

  /** As if one after the other. */
  List<Handful> take(Session session, long now, List<Taking> takings) throws SQLException {
    Map<Long, Taking> once = new LinkedHashMap<>();
    takings.forEach(one -> once.putIfAbsent(one.lease().lane(), one));
    Map<Long, Handful> taken = ofLanes(session, now, List.copyOf(once.values()));
    List<Handful> all = new ArrayList<>(takings.size());
    for (Taking one : takings) {
      long lane = one.lease().lane();
      // A lane that is asked twice: the second finds what the first left.
      boolean first = once.remove(lane) != null;
      all.add(
          (first ? taken : ofLanes(session, now, List.of(one))).getOrDefault(lane, Handful.NONE));
    }
    return all;
  }

  /** Different lanes. */
  private Map<Long, Handful> ofLanes(Session session, long now, List<Taking> takings)
      throws SQLException {
    Map<Long, Hand> hands = hands(session, now, takings);
    Map<Long, Hand> looking = hands;
    while (!looking.isEmpty()) {
      look(session, now, looking);
      looking = new LinkedHashMap<>(looking);
      looking.values().removeIf(hand -> !hand.looksAgain());
    }
    afterwards(session, hands.values());
    Map<Long, Handful> taken = new HashMap<>();
    hands.forEach((lane, hand) -> taken.put(lane, new Handful(hand.taken(), hand.more())));
    return taken;
  }

  /** Of the lanes whose lease still stands and that have room. */
  private Map<Long, Hand> hands(Session session, long now, List<Taking> takings)
      throws SQLException {
    Map<Long, Leased> leased = leased(session, takings);
    Map<Long, Hand> hands = new LinkedHashMap<>();
    for (Taking one : takings) {
      LaneLease lease = one.lease();
      Leased lane = leased.get(lease.lane());
      int room = lane == null ? 0 : Math.min(lane.room(), one.max());
      if (lane != null && room > 0 && lane.stands(node, lease, now)) {
        hands.put(lease.lane(), new Hand(lease, room));
        if (lane.hasDue(now)) {
          promote(session, now, lease.lane());
        }
      }
    }
    return hands;
  }

  private static Map<Long, Leased> leased(Session session, List<Taking> takings)
      throws SQLException {
    Map<Long, Leased> leased = new HashMap<>();
    for (List<Taking> part : RowsSql.parts(takings)) {
      Object[] lanes = part.stream().map(one -> one.lease().lane()).toArray();
      session
          .list(LEASED.of(part.size()), Leased::read, lanes)
          .forEach(lane -> leased.put(lane.lane(), lane));
    }
    return leased;
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

  private void look(Session session, long now, Map<Long, Hand> hands) throws SQLException {
    List<Ready.Wish> wishes = hands.values().stream().map(Hand::wish).toList();
    List<Long> sent = new ArrayList<>();
    for (Ready row : Ready.of(dialect, session, wishes)) {
      Hand hand = Objects.requireNonNull(hands.get(row.lane()));
      if (row.tooLate(now) || row.tooOld(now)) {
        end(session, now, row);
        hand.ended();
      } else if (hand.take(row)) {
        sent.add(row.seq());
      }
    }
    send(session, now, sent);
  }

  private static void send(Session session, long now, List<Long> rows) throws SQLException {
    for (List<Long> part : RowsSql.parts(rows)) {
      List<Object> values = new ArrayList<>();
      values.add(now);
      values.addAll(part);
      session.update(SEND.of(part.size()), values.toArray());
    }
  }

  private void end(Session session, long now, Ready row) throws SQLException {
    session.update(
        """
        UPDATE delivery SET state = ?, waits_for = NULL, settled_at = ?, sentence = ?,
          unrecorded = 1 WHERE seq = ?\
        """,
        row.tooLate(now) ? "expired" : "dead",
        now,
        row.tooLate(now) ? TOO_LATE : TOO_OLD,
        row.seq());
    lines.form(session, now, row.thread(), row.lane());
  }

  private static void afterwards(Session session, Collection<Hand> hands) throws SQLException {
    List<Long> empty = new ArrayList<>();
    for (Hand hand : hands) {
      if (hand.lease().state() == LaneState.PROBING && !hand.taken().isEmpty()) {
        probes(session, hand);
      }
      if (!hand.more()) {
        empty.add(hand.lease().lane());
      }
    }
    for (List<Long> part : RowsSql.parts(empty)) {
      session.update(NO_MORE.of(part.size()), part.toArray());
    }
  }

  private static void probes(Session session, Hand hand) throws SQLException {
    session.update(
        "UPDATE lane SET probe = ? WHERE id = ?",
        hand.taken().getFirst().row(),
        hand.lease().lane());
  }
}
