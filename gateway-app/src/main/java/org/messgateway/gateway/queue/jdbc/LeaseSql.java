package org.messgateway.gateway.queue.jdbc;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;
import org.messgateway.gateway.queue.LaneLease;
import org.messgateway.gateway.queue.LeaseRoom;
import org.messgateway.gateway.queue.LeasedLane;

/** Leases lanes and takes the first rows of them in the same transaction. */
final class LeaseSql {

  private final HeldLanes held;
  private final LaneSql lanes;
  private final TakeSql takes;

  LeaseSql(HeldLanes held, LaneSql lanes, TakeSql takes) {
    this.held = held;
    this.lanes = lanes;
    this.takes = takes;
  }

  /** What is due, and what somebody lost hold of: for who looks after all lanes. */
  List<LeasedLane> leaseAll(
      Session session, long now, LeaseRoom room, int nodes, ToIntFunction<LaneLease> first)
      throws SQLException {
    held.mend(session, now);
    return lease(session, now, room, nodes, first);
  }

  /**
   * What is due.
   *
   * @param nodes that share the work
   * @param first how many rows to take of a lane, 0 for none
   */
  List<LeasedLane> lease(
      Session session, long now, LeaseRoom room, int nodes, ToIntFunction<LaneLease> first)
      throws SQLException {
    List<LeasedLane> leased = new ArrayList<>();
    List<TakeSql.Taking> takings = new ArrayList<>();
    for (LaneLease lane : lanes.lease(session, now, room, nodes)) {
      int rows = first.applyAsInt(lane);
      if (rows > 0) {
        takings.add(new TakeSql.Taking(lane, rows));
      } else {
        leased.add(new LeasedLane(lane, List.of(), true));
      }
    }
    List<Handful> handfuls = takes.take(session, now, takings);
    for (int i = 0; i < takings.size(); i++) {
      Handful handful = handfuls.get(i);
      leased.add(new LeasedLane(takings.get(i).lease(), handful.rows(), handful.more()));
    }
    return leased;
  }
}
