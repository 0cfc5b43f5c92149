package org.messgateway.gateway.dispatch;

import java.time.Duration;
import org.messgateway.api.Limits;

/**
 * How many rows to take at once: more while they are gone in no time, so that a fast lane does not
 * ask the store for each; few where they wait, so that an urgent one that comes later is not behind
 * them.
 */
final class BatchSize {

  private static final int MOST = 64;
  private static final Duration NO_TIME = Duration.ofMillis(50);

  private final int least;
  private final boolean limited;
  private final Timers timers;
  private int size;
  private long last;

  BatchSize(Limits limits, Timers timers) {
    this.limited = limited(limits);
    this.least = least(limits);
    this.timers = timers;
  }

  /** As many as are taken first. */
  static int least(Limits limits) {
    return limited(limits) ? 1 : Math.min(limits.concurrency(), MOST);
  }

  /** Whether a rate is kept, by which rows wait for their turn. */
  static boolean limited(Limits limits) {
    return limits.lane() != null || limits.account() != null;
  }

  /**
   * @param share of this lane in what may be in flight
   */
  int next(int share) {
    long now = timers.nanos();
    boolean quick = size > 0 && now - last < NO_TIME.toNanos();
    size = quick && !limited ? Math.min(size * 2, MOST) : least;
    last = now;
    return Math.max(least, Math.min(size, share));
  }
}
