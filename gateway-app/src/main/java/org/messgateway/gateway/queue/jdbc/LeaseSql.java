package org.messgateway.gateway.queue.jdbc;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;
import org.messgateway.gateway.queue.LaneLease;
import org.messgateway.gateway.queue.LeaseBudget;
import org.messgateway.gateway.queue.LeasedLane;

/** Leases lanes and takes the first rows of them in the same transaction. */
final class LeaseSql {

  private final OwnedLanes held;
  private final LaneSql lanes;
  private final TakeSql takes;

  LeaseSql(OwnedLanes held, LaneSql lanes, TakeSql takes) {
    this.held = held;
    this.lanes = lanes;
    this.takes = takes;
  }

  /** Mends expired leases and overlong attempts, then leases as {@link #lease} does. */
  List<LeasedLane> leaseAll(
      SqlSession session, long now, LeaseBudget budget, int nodes, ToIntFunction<LaneLease> first)
      throws SQLException {
    held.mend(session, now);
    return lease(session, now, budget, nodes, first);
  }

  /**
   * Leases lanes that are due.
   *
   * @param nodes that share the work
   * @param first how many rows to take of a lane, 0 for none
   */
  List<LeasedLane> lease(
      SqlSession session, long now, LeaseBudget budget, int nodes, ToIntFunction<LaneLease> first)
      throws SQLException {
    List<LeasedLane> leased = new ArrayList<>();
    List<TakeSql.Taking> takings = new ArrayList<>();
    for (LaneLease lane : lanes.lease(session, now, budget, nodes)) {
      int rows = first.applyAsInt(lane);
      if (rows > 0) {
        takings.add(new TakeSql.Taking(lane, rows));
      } else {
        leased.add(new LeasedLane(lane, List.of(), true));
      }
    }
    List<TakeSql.TakeResult> taken = takes.take(session, now, takings);
    for (int i = 0; i < takings.size(); i++) {
      TakeSql.TakeResult one = taken.get(i);
      leased.add(new LeasedLane(takings.get(i).lease(), one.rows(), one.more()));
    }
    return leased;
  }
}
