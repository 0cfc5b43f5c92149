package org.messgateway.gateway.dispatch;

import java.util.HashMap;
import java.util.Map;

/**
 * Notices that all lanes were down and one delivers again. Then the gateway's own network was down,
 * and the other lanes need not wait for their probes. Thread-safe.
 */
final class OutageDetector {

  /** Most lanes that are remembered as down. */
  private static final int MANY = 20_000;

  private final Map<Long, Long> downSince = new HashMap<>();
  private final Timers timers;
  private long lastSuccess;
  private boolean anySuccess;

  OutageDetector(Timers timers) {
    this.timers = timers;
  }

  synchronized void down(long lane) {
    if (downSince.size() < MANY) {
      downSince.putIfAbsent(lane, timers.nanos());
    }
  }

  /**
   * A lane delivered.
   *
   * @return whether it was down, nothing had been delivered since it went down, and others still
   *     are
   */
  synchronized boolean up(long lane) {
    Long since = downSince.remove(lane);
    boolean allWereDown =
        since != null && (!anySuccess || lastSuccess - since < 0) && !downSince.isEmpty();
    lastSuccess = timers.nanos();
    anySuccess = true;
    return allWereDown;
  }
}
