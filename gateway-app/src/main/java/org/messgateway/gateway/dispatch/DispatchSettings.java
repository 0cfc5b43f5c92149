package org.messgateway.gateway.dispatch;

import java.time.Duration;

/**
 * The numbers of dispatch.
 *
 * @param attempts in flight at most
 * @param bytes of notifications in flight at most
 * @param lanes leased at once at most; half of them for probes, which may have to wait for a place
 * @param attemptLimit how long an attempt may take before it is interrupted
 * @param grace how long an interrupted attempt may take to return before it counts as hung
 * @param quickPause between the quick tries inside an attempt
 * @param hold how long a lane waits when the gateway itself keeps it from sending: no adapter,
 *     stopped address, hung attempts
 * @param renewEvery how often leases are renewed
 * @param renewLimit without a renewal for this long, no attempt starts
 * @param stopLimit how long a stop waits for attempts in flight before it interrupts them
 */
public record DispatchSettings(
    int attempts,
    long bytes,
    int lanes,
    Duration attemptLimit,
    Duration grace,
    Duration quickPause,
    Duration hold,
    Duration renewEvery,
    Duration renewLimit,
    Duration stopLimit) {

  /** Source: docs/rules.md#leases, docs/rules.md#order-and-isolation. */
  public static DispatchSettings defaults() {
    return new DispatchSettings(
        1024,
        64L << 20,
        4096,
        Duration.ofSeconds(15),
        Duration.ofMillis(500),
        Duration.ofMillis(75),
        Duration.ofMinutes(5),
        Duration.ofSeconds(4),
        Duration.ofSeconds(10),
        Duration.ofSeconds(10));
  }

  /** The same with other bounds; each attempt may be at a lane of its own. */
  public DispatchSettings bounded(int otherAttempts, long otherBytes) {
    return new DispatchSettings(
        otherAttempts,
        otherBytes,
        Math.max(lanes, otherAttempts),
        attemptLimit,
        grace,
        quickPause,
        hold,
        renewEvery,
        renewLimit,
        stopLimit);
  }
}
