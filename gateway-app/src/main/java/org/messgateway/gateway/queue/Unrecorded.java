package org.messgateway.gateway.queue;

import java.util.List;

/**
 * Settled deliveries of one thread that its history does not show yet.
 *
 * @param rows by which the queue finds each of them again, as long as this process runs
 */
public record Unrecorded(
    String exchange, String ref, List<DeliveryRow> deliveries, List<Long> rows) {

  public Unrecorded {
    deliveries = List.copyOf(deliveries);
    rows = List.copyOf(rows);
  }
}
