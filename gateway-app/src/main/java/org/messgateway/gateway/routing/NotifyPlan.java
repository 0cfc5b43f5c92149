package org.messgateway.gateway.routing;

import java.time.Duration;
import java.util.List;
import org.messgateway.api.Address;

/**
 * The channels over which an executor is notified.
 *
 * @param inOrder whether channels are used one after the other; else all at once
 * @param after wait for one channel before the next one begins, when in order
 * @param silent channels that people opted out of: skipped until people opt in again
 */
public record NotifyPlan(
    boolean inOrder, Duration after, List<ChannelAddress> channels, List<ChannelAddress> silent) {

  public static final Duration DEFAULT_AFTER = Duration.ofMinutes(3);

  /** A plan without opt-outs. */
  public NotifyPlan(boolean inOrder, Duration after, List<ChannelAddress> channels) {
    this(inOrder, after, channels, List.of());
  }

  public NotifyPlan {
    channels = List.copyOf(channels);
    silent = List.copyOf(silent);
  }

  /** An address on a named channel. */
  public record ChannelAddress(String channel, Address address) {}
}
