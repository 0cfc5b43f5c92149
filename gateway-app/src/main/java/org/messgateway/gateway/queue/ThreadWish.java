package org.messgateway.gateway.queue;

import java.util.List;
import java.util.Set;

/** Everything one reconcile takes, for {@link DeliveryQueue#reconcileAll}. */
public record ThreadWish(
    ThreadRow thread, Set<String> dependsOn, List<WantedDelivery> wanted, Set<String> delivered) {

  public ThreadWish {
    dependsOn = Set.copyOf(dependsOn);
    wanted = List.copyOf(wanted);
    delivered = Set.copyOf(delivered);
  }
}
