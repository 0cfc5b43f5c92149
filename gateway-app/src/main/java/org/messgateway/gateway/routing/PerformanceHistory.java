package org.messgateway.gateway.routing;

import java.util.Map;

/** How executors did with their last tasks. Asked only where a rule prefers by it. */
@FunctionalInterface
public interface PerformanceHistory {

  /** Knows nothing of anybody. */
  PerformanceHistory NONE = _ -> Map.of();

  /**
   * The figures for a capability, by executor; those without a task are left out.
   *
   * @param capability id; empty for tasks that require none
   */
  Map<String, ExecutorPerformance> of(String capability);
}
