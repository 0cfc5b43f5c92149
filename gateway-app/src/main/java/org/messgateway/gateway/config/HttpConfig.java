package org.messgateway.gateway.config;

import org.jspecify.annotations.Nullable;
import org.messgateway.api.Secret;

/**
 * The gateway's own HTTP server.
 *
 * @param host the address to listen on
 * @param port 0 for any that is free
 * @param secret mixed into the gateway's own key for links; null when none is set
 * @param maxBody bytes of one message with all its files
 * @param maxFile bytes of one file of a message
 * @param confidential whether figures are shown to operators only ({@code metrics: private})
 */
public record HttpConfig(
    boolean enabled,
    String host,
    int port,
    @Nullable Secret secret,
    long maxBody,
    long maxFile,
    boolean confidential) {

  static final HttpConfig DEFAULT = new HttpConfig(true, "127.0.0.1", 8420, null);

  /** All else as usual: 32 MiB in all, 25 MiB a file, figures for everybody. */
  public HttpConfig(boolean enabled, String host, int port, @Nullable Secret secret) {
    this(enabled, host, port, secret, 32L << 20, 25L << 20, false);
  }
}
