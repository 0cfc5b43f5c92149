package org.messgateway.gateway.dispatch;

import org.jspecify.annotations.Nullable;
import org.messgateway.api.Rate;

/** What this process knows of a channel as a whole: its rate, its hung attempts, its account. */
final class ChannelMemory {

  private @Nullable RateGate rate;
  private int hung;
  private boolean everFailed;
  private long failedNanos;

  synchronized RateGate rate(Rate wanted, long nowNanos) {
    RateGate gate = rate;
    if (gate == null || !gate.rate().equals(wanted)) {
      gate = new RateGate(wanted, nowNanos);
      rate = gate;
    }
    return gate;
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
