package org.messgateway.gateway.queue;

import java.util.List;
import java.util.Set;

/**
 * The arguments of one {@link DeliveryQueue#reconcile}.
 *
 * @param results what executors made of the task, to be remembered; empty where nothing is new
 * @param onlyNew whether nothing is to be changed where the thread is known
 */
public record ReconcileRequest(
    ThreadRow thread,
    Set<String> dependsOn,
    List<DesiredDelivery> desired,
    Set<String> delivered,
    List<TaskResult> results,
    boolean onlyNew) {

  public ReconcileRequest {
    dependsOn = Set.copyOf(dependsOn);
    desired = List.copyOf(desired);
    delivered = Set.copyOf(delivered);
    results = List.copyOf(results);
  }

  /** The same with another row. */
  public ReconcileRequest with(ThreadRow other) {
    return new ReconcileRequest(other, dependsOn, desired, delivered, results, onlyNew);
  }

  /** Of a thread that may be known. */
  public ReconcileRequest(
      ThreadRow thread,
      Set<String> dependsOn,
      List<DesiredDelivery> desired,
      Set<String> delivered,
      List<TaskResult> results) {
    this(thread, dependsOn, desired, delivered, results, false);
  }

  /** Without results. */
  public ReconcileRequest(
      ThreadRow thread,
      Set<String> dependsOn,
      List<DesiredDelivery> desired,
      Set<String> delivered) {
    this(thread, dependsOn, desired, delivered, List.of());
  }

  /** For a thread that is to be stored where it is not known. */
  public static ReconcileRequest ofNew(ThreadRow thread, List<DesiredDelivery> desired) {
    return new ReconcileRequest(thread, Set.of(), desired, Set.of(), List.of(), true);
  }
}
