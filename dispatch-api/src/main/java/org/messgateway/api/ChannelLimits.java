package org.messgateway.api;

import org.jspecify.annotations.Nullable;

/**
 * The default concurrency and rates of a type of channel (docs/rules.md#order-and-isolation).
 *
 * @param concurrency the number of simultaneous attempts per lane, at least 1
 * @param lane the rate of each lane; null for no limit
 * @param account the rate of all lanes of a channel together; null for no limit
 */
public record ChannelLimits(int concurrency, @Nullable Rate lane, @Nullable Rate account) {

  public ChannelLimits {
    if (concurrency < 1) {
      throw new IllegalArgumentException("concurrency is at least 1");
    }
  }
}
