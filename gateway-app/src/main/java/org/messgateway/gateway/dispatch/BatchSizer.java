package org.messgateway.gateway.dispatch;

import java.time.Duration;
import org.messgateway.api.ChannelLimits;

/**
 * Decides how many rows a worker takes at once. The number doubles while a batch is sent within 50
 * ms, so that a fast lane does not ask the store for each row. It stays small where rows wait, so
 * that a later urgent row is not behind them.
 */
final class BatchSizer {

  private static final int MOST = 64;
  private static final Duration FAST = Duration.ofMillis(50);

  private final int least;
  private final boolean limited;
  private final Timers timers;
  private int size;
  private long last;

  BatchSizer(ChannelLimits limits, Timers timers) {
    this.limited = limited(limits);
    this.least = least(limits);
    this.timers = timers;
  }

  /** Size of the first batch. */
  static int least(ChannelLimits limits) {
    return limited(limits) ? 1 : Math.min(limits.concurrency(), MOST);
  }

  /** Whether a rate makes rows wait for a permit. */
  static boolean limited(ChannelLimits limits) {
    return limits.lane() != null || limits.account() != null;
  }

  /**
   * @param share of this lane in the places in flight
   */
  int next(int share) {
    long now = timers.nanos();
    boolean quick = size > 0 && now - last < FAST.toNanos();
    size = quick && !limited ? Math.min(size * 2, MOST) : least;
    last = now;
    return Math.max(least, Math.min(size, share));
  }
}
