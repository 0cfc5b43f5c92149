package org.messgateway.gateway.queue;

import java.util.List;

/**
 * A leased lane with the rows that the same commit took of it.
 *
 * @param first rows that are in {@code sending} under this lease
 * @param more whether the lane may have more to send; true also when no row was asked for
 */
public record LeasedLane(LaneLease lease, List<TakenDelivery> first, boolean more) {

  public LeasedLane {
    first = List.copyOf(first);
  }
}
