package org.messgateway.api;

import org.jspecify.annotations.Nullable;

/**
 * How fast an adapter may be driven.
 *
 * @param concurrency attempts at once per lane
 * @param lane rate per lane; null for none
 * @param account rate over all lanes of a channel; null for none
 */
public record Limits(int concurrency, @Nullable Rate lane, @Nullable Rate account) {

  public Limits {
    if (concurrency < 1) {
      throw new IllegalArgumentException("concurrency is at least 1");
    }
  }
}
