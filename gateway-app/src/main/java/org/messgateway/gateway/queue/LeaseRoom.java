package org.messgateway.gateway.queue;

/**
 * How many lanes may be leased now.
 *
 * @param lanes in all
 * @param probes of them that are not known healthy; those that wait for a probe must not keep the
 *     others from their leases
 */
public record LeaseRoom(int lanes, int probes) {

  /** For as many lanes as there are, whatever they are leased for. */
  public static LeaseRoom of(int lanes) {
    return new LeaseRoom(lanes, lanes);
  }

  /** For lanes that are well alone. */
  public static LeaseRoom withoutProbes(int lanes) {
    return new LeaseRoom(lanes, 0);
  }
}
