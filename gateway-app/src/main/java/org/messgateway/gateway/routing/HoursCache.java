package org.messgateway.gateway.routing;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.messgateway.gateway.routing.Availability.Schedule;

/**
 * Cache of parsed cron lines, at most 1,000. A miss costs microseconds and changes no answer. Safe
 * for all threads.
 */
final class HoursCache {

  /** Bound for configurations that are reloaded often. */
  private static final int MOST = 1_000;

  private final Map<Schedule, Hours> read = new ConcurrentHashMap<>();

  Hours of(Schedule schedule) {
    if (read.size() >= MOST) {
      read.clear();
    }
    return read.computeIfAbsent(schedule, Hours::of);
  }
}
