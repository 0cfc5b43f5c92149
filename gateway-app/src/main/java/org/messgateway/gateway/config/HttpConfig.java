package org.messgateway.gateway.config;

import org.jspecify.annotations.Nullable;
import org.messgateway.api.Secret;

/**
 * The gateway's own HTTP server.
 *
 * @param host the address to listen on
 * @param port 0 for any that is free
 * @param secret mixed into the gateway's own key for links; null when none is set
 */
public record HttpConfig(boolean enabled, String host, int port, @Nullable Secret secret) {

  static final HttpConfig DEFAULT = new HttpConfig(true, "127.0.0.1", 8420, null);
}
