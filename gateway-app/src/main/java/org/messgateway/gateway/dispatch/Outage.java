package org.messgateway.gateway.dispatch;

import java.util.HashMap;
import java.util.Map;

/**
 * Notices that everything was down and one lane came back: then it was our own network, and the
 * others need not wait for their probes.
 */
final class Outage {

  /** More lanes than this down at once need not each be known to tell that all are. */
  private static final int MANY = 20_000;

  private final Map<Long, Long> downSince = new HashMap<>();
  private final Timers timers;
  private long lastSuccess;
  private boolean anySuccess;

  Outage(Timers timers) {
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
