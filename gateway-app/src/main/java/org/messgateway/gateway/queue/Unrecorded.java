package org.messgateway.gateway.queue;

import java.util.List;

/** Settled deliveries of one thread that its history does not show yet. */
public record Unrecorded(String exchange, String ref, List<DeliveryRow> deliveries) {

  public Unrecorded {
    deliveries = List.copyOf(deliveries);
  }
}
