package org.messgateway.gateway.queue;

import java.util.List;
import java.util.Set;

/**
 * The arguments of one {@link DeliveryQueue#reconcile}.
 *
 * @param results what executors made of the task, to be remembered; empty where nothing is new
 */
public record ReconcileRequest(
    ThreadRow thread,
    Set<String> dependsOn,
    List<DesiredDelivery> desired,
    Set<String> delivered,
    List<TaskResult> results) {

  public ReconcileRequest {
    dependsOn = Set.copyOf(dependsOn);
    desired = List.copyOf(desired);
    delivered = Set.copyOf(delivered);
    results = List.copyOf(results);
  }

  /** The same with another row. */
  public ReconcileRequest with(ThreadRow other) {
    return new ReconcileRequest(other, dependsOn, desired, delivered, results);
  }

  /** Without results. */
  public ReconcileRequest(
      ThreadRow thread,
      Set<String> dependsOn,
      List<DesiredDelivery> desired,
      Set<String> delivered) {
    this(thread, dependsOn, desired, delivered, List.of());
  }
}
