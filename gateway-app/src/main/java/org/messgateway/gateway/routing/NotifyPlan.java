package org.messgateway.gateway.routing;

import java.time.Duration;
import java.util.List;
import org.messgateway.api.Address;

/**
 * By which channels an executor is told.
 *
 * @param inOrder one after the other, else all at once
 * @param after how long one channel is given before the next, when in order
 * @param silent those of the channels whose people do not let us through: skipped until they are
 *     back
 */
public record NotifyPlan(
    boolean inOrder, Duration after, List<ChannelAddress> channels, List<ChannelAddress> silent) {

  public static final Duration DEFAULT_AFTER = Duration.ofMinutes(3);

  /** One in which everybody lets us through. */
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
