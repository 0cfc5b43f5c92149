package org.messgateway.gateway.config;

/**
 * What may be in flight at once, over all channels.
 *
 * @param attempts how many
 * @param bytes how large together
 */
public record InFlightBounds(int attempts, long bytes) {

  static final InFlightBounds DEFAULT = new InFlightBounds(64, 64L << 20);
}
