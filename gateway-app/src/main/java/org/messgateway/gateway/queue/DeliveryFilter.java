package org.messgateway.gateway.queue;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Selects deliveries; null and empty mean any. */
public record DeliveryFilter(
    @Nullable String ref,
    @Nullable String executor,
    @Nullable String channel,
    Set<DeliveryState> states) {

  public static final DeliveryFilter ALL = new DeliveryFilter(null, null, null, Set.of());

  public DeliveryFilter {
    states = Set.copyOf(states);
  }
}
