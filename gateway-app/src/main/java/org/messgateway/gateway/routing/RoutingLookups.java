package org.messgateway.gateway.routing;

import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * What routing looks up, each only where a thread needs it.
 *
 * @param dependencies states of threads that others depend on
 * @param performance how executors did with their last tasks
 * @param described ids of the capabilities that the exchange describes
 * @param inboxes whether an agent of that name has an inbox
 */
public record RoutingLookups(
    DependencyStates dependencies,
    PerformanceHistory performance,
    Supplier<Set<String>> described,
    Predicate<String> inboxes) {

  /** Where no agent has an inbox. */
  public RoutingLookups(
      DependencyStates dependencies,
      PerformanceHistory performance,
      Supplier<Set<String>> described) {
    this(dependencies, performance, described, _ -> false);
  }

  /** Looks up nothing but dependencies. */
  public RoutingLookups(DependencyStates dependencies) {
    this(dependencies, PerformanceHistory.NONE, Set::of);
  }
}
