package org.messgateway.gateway.queue;

import java.util.List;

/**
 * A lane and what was taken of it by the commit that leased it.
 *
 * @param first rows that are in {@code sending} under this lease
 * @param more whether the lane may have more to send; also when nothing was asked for
 */
public record LeasedLane(LaneLease lease, List<TakenDelivery> first, boolean more) {

  public LeasedLane {
    first = List.copyOf(first);
  }
}
