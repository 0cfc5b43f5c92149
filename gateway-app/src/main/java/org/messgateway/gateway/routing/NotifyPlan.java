package org.messgateway.gateway.routing;

import java.time.Duration;
import java.util.List;
import org.messgateway.api.Address;

/**
 * By which channels an executor is told.
 *
 * @param inOrder one after the other, else all at once
 * @param after how long one channel is given before the next, when in order
 */
public record NotifyPlan(boolean inOrder, Duration after, List<ChannelAddress> channels) {

  public static final Duration DEFAULT_AFTER = Duration.ofMinutes(3);

  public NotifyPlan {
    channels = List.copyOf(channels);
  }

  /** An address on a named channel. */
  public record ChannelAddress(String channel, Address address) {}
}
