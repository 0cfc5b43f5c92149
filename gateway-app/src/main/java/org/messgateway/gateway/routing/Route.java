package org.messgateway.gateway.routing;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.messgateway.gateway.queue.DesiredDelivery;

/**
 * The deliveries that should exist for a thread, what holds it, and when to route it again.
 *
 * @param desired deliveries that should exist; those with a later due time wait in the queue
 * @param holds why requests are not sent, or not yet; empty when nothing holds the thread
 * @param nextLook the earliest instant at which the route may change by itself; empty when only a
 *     change of thread, catalogue, dependencies or deliveries changes it
 * @param reasons which executors are notified, which are not, and why
 * @param round number of the thread's present round
 * @param deadline of the thread
 * @param dependsOn ids of its dependencies, as written: the thread is routed again when they end
 * @param holder the executor that has the task, or had it when the thread ended
 */
public record Route(
    List<DesiredDelivery> desired,
    List<Hold> holds,
    Optional<Instant> nextLook,
    RouteReasons reasons,
    int round,
    Optional<Instant> deadline,
    Set<String> dependsOn,
    Optional<String> holder) {

  public Route {
    desired = List.copyOf(desired);
    holds = List.copyOf(holds);
    dependsOn = Set.copyOf(dependsOn);
  }

  /** Which executors are notified, which are not, and why. */
  public Explanation explanation() {
    return reasons.explanation();
  }

  /** The same route for caches: without reasons, so that it references no thread. */
  public Route withoutReasons() {
    return new Route(
        desired, holds, nextLook, RouteReasons.NONE, round, deadline, dependsOn, holder);
  }

  /** The first hold that a person has to act on; for log, history and the row. */
  public Optional<Hold> trouble() {
    for (Hold hold : holds) {
      if (hold.kind().trouble()) {
        return Optional.of(hold);
      }
    }
    return Optional.empty();
  }
}
