package org.messgateway.gateway.routing;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.messgateway.gateway.routing.Availability.Schedule;

/**
 * Cron lines already taken apart. Only a shortcut: forgetting one costs microseconds and changes no
 * answer. Safe for all threads.
 */
final class HoursBook {

  /** Lines; configurations that are reloaded for ever must not fill the memory. */
  private static final int MOST = 1_000;

  private final Map<Schedule, Hours> read = new ConcurrentHashMap<>();

  Hours of(Schedule schedule) {
    if (read.size() >= MOST) {
      read.clear();
    }
    return read.computeIfAbsent(schedule, Hours::of);
  }
}
