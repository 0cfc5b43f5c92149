package org.messgateway.gateway.queue;

import java.util.Map;

/** How many rows and lanes are in which state. */
public record QueueFigures(Map<DeliveryState, Long> deliveries, Map<LaneState, Long> lanes) {

  public QueueFigures {
    deliveries = Map.copyOf(deliveries);
    lanes = Map.copyOf(lanes);
  }
}
