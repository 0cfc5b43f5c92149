package org.messgateway.gateway.queue.jdbc;

import java.util.ArrayList;
import java.util.List;
import org.messgateway.gateway.queue.LaneLease;
import org.messgateway.gateway.queue.TakenDelivery;

/** What is taken of one lane in one call. */
final class Hand {

  /** Overdue rows settled in one call; the rest with the next. */
  private static final int OVERDUE = 256;

  private final LaneLease lease;
  private final int room;
  private final List<TakenDelivery> taken = new ArrayList<>();
  private int overdue;
  private boolean more;

  Hand(LaneLease lease, int room) {
    this.lease = lease;
    this.room = room;
  }

  LaneLease lease() {
    return lease;
  }

  List<TakenDelivery> taken() {
    return taken;
  }

  /** One more than there is room for tells whether there is more. */
  Ready.Wish wish() {
    more = false;
    return new Ready.Wish(lease.lane(), room - taken.size() + 1);
  }

  /** Whether there was room for it. */
  boolean take(Ready row) {
    boolean fits = taken.size() < room;
    if (fits) {
      taken.add(row.taken(lease));
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
    return more && taken.size() < room && overdue < OVERDUE;
  }
}
