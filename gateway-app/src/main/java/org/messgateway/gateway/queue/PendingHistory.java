package org.messgateway.gateway.queue;

import java.util.List;

/**
 * Settled deliveries of one thread that its history does not show yet.
 *
 * @param rows keys of the rows, valid while this process runs
 */
public record PendingHistory(
    String exchange, String ref, List<SettledDelivery> deliveries, List<Long> rows) {

  public PendingHistory {
    deliveries = List.copyOf(deliveries);
    rows = List.copyOf(rows);
  }
}
