package org.messgateway.gateway.dispatch;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Rate;

/** What this process knows of a channel as a whole: its rate, its hung attempts, its account. */
final class ChannelMemory {

  private @Nullable RateGate rate;
  private int sharing = 1;
  private int hung;
  private boolean everFailed;
  private long failedNanos;

  /**
   * This node's share of a rate. When it begins or changes among several nodes, nothing goes for as
   * long as it takes the others to learn who shares it, and until what was sent before is
   * forgotten.
   *
   * @param learning how long that takes at most
   */
  synchronized RateGate rate(Rate whole, int nodes, Duration learning, long nowNanos) {
    Rate wanted = share(whole, nodes);
    RateGate gate = rate;
    if (gate == null || !gate.rate().equals(wanted)) {
      boolean alone = nodes == 1 && sharing == 1;
      gate = new RateGate(wanted, alone ? nowNanos : nowNanos + quiet(whole, learning));
      rate = gate;
      sharing = nodes;
    }
    return gate;
  }

  private static long quiet(Rate whole, Duration learning) {
    return Math.max(whole.period().toNanos(), learning.toNanos());
  }

  /** As many permits each; where there are fewer than nodes, one in a longer period. */
  private static Rate share(Rate whole, int nodes) {
    return whole.permits() >= nodes
        ? new Rate(whole.permits() / nodes, whole.period())
        : new Rate(1, whole.period().multipliedBy(nodes).dividedBy(whole.permits()));
  }

  synchronized int hung(int change) {
    hung += change;
    return hung;
  }

  /** Whether the account was found not to work after this moment. */
  synchronized boolean failedSince(long nanos) {
    return everFailed && failedNanos - nanos > 0;
  }

  synchronized void failed(long nowNanos) {
    everFailed = true;
    failedNanos = nowNanos;
  }
}
