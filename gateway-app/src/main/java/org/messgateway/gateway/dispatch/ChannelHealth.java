package org.messgateway.gateway.dispatch;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Rate;

/** State of a channel that only this process needs: rate, hung attempts, last account failure. */
final class ChannelHealth {

  private @Nullable RateGate rate;
  private int sharing = 1;
  private int hung;
  private boolean everFailed;
  private long failedNanos;

  /**
   * Takes a permit of this node's share of a rate; returns nanoseconds until it may be used. When
   * the share begins or changes among several nodes, no permit is free for one period of the rate,
   * and not before all nodes know the new number of nodes.
   *
   * @param learning how long all nodes need at most to learn the number of nodes
   */
  synchronized long reserve(Rate whole, int nodes, Duration learning, long nowNanos) {
    Rate wanted = share(whole, nodes);
    RateGate gate = rate;
    if (gate == null || !gate.rate().equals(wanted)) {
      boolean alone = nodes == 1 && sharing == 1;
      gate = new RateGate(wanted, alone ? nowNanos : nowNanos + quiet(whole, learning));
      rate = gate;
      sharing = nodes;
    }
    return gate.reserve(nowNanos).toNanos();
  }

  private static long quiet(Rate rate, Duration learning) {
    return Math.max(rate.period().toNanos(), learning.toNanos());
  }

  /**
   * An equal number of permits for each node; with fewer permits than nodes, one in a longer
   * period.
   */
  private static Rate share(Rate rate, int nodes) {
    return rate.permits() >= nodes
        ? new Rate(rate.permits() / nodes, rate.period())
        : new Rate(1, rate.period().multipliedBy(nodes).dividedBy(rate.permits()));
  }

  synchronized int hung(int change) {
    hung += change;
    return hung;
  }

  /** Whether the account failed after this moment. */
  synchronized boolean failedSince(long nanos) {
    return everFailed && failedNanos - nanos > 0;
  }

  synchronized void failed(long nowNanos) {
    everFailed = true;
    failedNanos = nowNanos;
  }
}
