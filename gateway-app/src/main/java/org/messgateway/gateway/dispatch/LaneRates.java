package org.messgateway.gateway.dispatch;

import java.time.Duration;
import org.messgateway.api.ChannelLimits;
import org.messgateway.api.Rate;

/** The permits of a lane and of this node's share of its account's rate, for one worker. */
final class LaneRates {

  private final ChannelLimits limits;
  private final LaneHealth memory;
  private final ChannelHealth account;
  private final DispatchContext context;

  LaneRates(
      ChannelLimits limits, LaneHealth memory, ChannelHealth account, DispatchContext context) {
    this.limits = limits;
    this.memory = memory;
    this.account = account;
    this.context = context;
  }

  /** How long until the lane has a permit; takes none. */
  Duration laneWait(long nowNanos) {
    Rate rate = limits.lane();
    return rate == null ? Duration.ZERO : memory.rate(rate, nowNanos).delay(nowNanos);
  }

  /** Takes a permit of the lane. */
  void start(long nowNanos) {
    Rate rate = limits.lane();
    if (rate != null) {
      memory.rate(rate, nowNanos).reserve(nowNanos);
    }
  }

  /** Takes a permit of the account; returns how long to wait before using it. */
  Duration reserve() {
    Rate rate = limits.account();
    if (rate == null) {
      return Duration.ZERO;
    }
    Duration learning = context.settings().renewEvery();
    // Read before the clock: the store may take a while to answer.
    int nodes = context.queue().nodes();
    long now = context.timers().nanos();
    return account.rate(rate, nodes, learning, now).reserve(now);
  }
}
