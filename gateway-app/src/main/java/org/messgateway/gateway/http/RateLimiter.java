package org.messgateway.gateway.http;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Rate limit per caller: a steady rate and a burst. Remembers the 10,000 latest callers. Safe for
 * all threads.
 */
final class RateLimiter {

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
  RateLimiter(int perSecond, int atOnce, LongSupplier nanoTime) {
    this(Duration.ofSeconds(1).dividedBy(perSecond), atOnce, nanoTime);
  }

  /**
   * @param each time in which one may come
   */
  RateLimiter(Duration each, int atOnce, LongSupplier nanoTime) {
    this.nanosEach = each.toNanos();
    this.nanosAtOnce = nanosEach * atOnce;
    this.nanoTime = nanoTime;
  }

  /** Counts a call; zero when it may go on, else how long to wait, and the call does not count. */
  Duration call(String caller) {
    return call(caller, 1);
  }

  /** As {@link #call(String)}, for several at once. */
  synchronized Duration call(String caller, int calls) {
    long now = nanoTime.getAsLong();
    long from = Math.max(now, freeAt.getOrDefault(caller, now));
    long after = from + nanosEach * calls;
    if (after - now > nanosAtOnce) {
      return Duration.ofNanos(after - now - nanosAtOnce);
    }
    freeAt.put(caller, after);
    return Duration.ZERO;
  }
}
