package org.messgateway.gateway.respond;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * How often each caller may call: a steady rate, and some at once. Remembers a bounded number of
 * callers, the latest. Safe for all threads.
 */
final class Rates {

  private static final int REMEMBERED = 10_000;

  private final long nanosEach;
  private final long nanosAtOnce;
  private final LongSupplier nanoTime;
  private final Map<String, Long> freeAt =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
          return size() > REMEMBERED;
        }
      };

  /**
   * @param perSecond steady rate of each caller
   * @param atOnce how many may come in one instant after a pause
   * @param nanoTime a monotonic clock
   */
  Rates(int perSecond, int atOnce, LongSupplier nanoTime) {
    this.nanosEach = Duration.ofSeconds(1).toNanos() / perSecond;
    this.nanosAtOnce = nanosEach * atOnce;
    this.nanoTime = nanoTime;
  }

  /** Zero when a call may go on, else how long to wait; such a call does not count. */
  synchronized Duration call(String caller) {
    long now = nanoTime.getAsLong();
    long from = Math.max(now, freeAt.getOrDefault(caller, now));
    long after = from + nanosEach;
    if (after - now > nanosAtOnce) {
      return Duration.ofNanos(after - now - nanosAtOnce);
    }
    freeAt.put(caller, after);
    return Duration.ZERO;
  }
}
