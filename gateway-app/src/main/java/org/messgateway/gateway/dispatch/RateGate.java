package org.messgateway.gateway.dispatch;

import java.time.Duration;
import java.util.Arrays;
import org.messgateway.api.Rate;

/**
 * Keeps a rate exactly: in no period, wherever it begins, more sends than permitted. Permits are
 * given in the order of the requests. Thread-safe.
 */
final class RateGate {

  private final Rate rate;
  private final long period;
  // When the last `permits` sends went out; the slot at `next` holds the oldest.
  private final long[] sends;
  private int next;

  /**
   * @param freeNanos when the first permits are free: now, or later where earlier sends are not
   *     known
   */
  RateGate(Rate rate, long freeNanos) {
    this.rate = rate;
    this.period = rate.period().toNanos();
    this.sends = new long[rate.permits()];
    Arrays.fill(sends, freeNanos - period);
  }

  Rate rate() {
    return rate;
  }

  /** How long until a permit will be free; takes none. */
  synchronized Duration delay(long nowNanos) {
    return Duration.ofNanos(Math.max(0, sends[next] + period - nowNanos));
  }

  /** Takes a permit; returns how long to wait before using it. */
  synchronized Duration reserve(long nowNanos) {
    long wait = Math.max(0, sends[next] + period - nowNanos);
    sends[next] = nowNanos + wait;
    next = (next + 1) % sends.length;
    return Duration.ofNanos(wait);
  }

  /** How long until a node without knowledge of these sends may send. */
  synchronized Duration rest(long nowNanos) {
    int last = (next + sends.length - 1) % sends.length;
    return Duration.ofNanos(Math.max(0, sends[last] + period - nowNanos));
  }

  /** Whether a new gate would behave like this one. */
  synchronized boolean idle(long nowNanos) {
    return rest(nowNanos).isZero();
  }
}
