package org.messgateway.gateway.queue;

/**
 * How many lanes may be leased now.
 *
 * @param lanes in all
 * @param probes of them for lanes not known to be healthy, so that probes leave leases to others
 */
public record LeaseBudget(int lanes, int probes) {

  /** For this many lanes, probes included. */
  public static LeaseBudget of(int lanes) {
    return new LeaseBudget(lanes, lanes);
  }

  /** For healthy lanes alone. */
  public static LeaseBudget withoutProbes(int lanes) {
    return new LeaseBudget(lanes, 0);
  }
}
