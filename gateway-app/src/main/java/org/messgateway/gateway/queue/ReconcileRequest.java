package org.messgateway.gateway.queue;

import java.util.List;
import java.util.Set;

/** The arguments of one {@link DeliveryQueue#reconcile}. */
public record ReconcileRequest(
    ThreadRow thread, Set<String> dependsOn, List<DesiredDelivery> desired, Set<String> delivered) {

  public ReconcileRequest {
    dependsOn = Set.copyOf(dependsOn);
    desired = List.copyOf(desired);
    delivered = Set.copyOf(delivered);
  }
}
