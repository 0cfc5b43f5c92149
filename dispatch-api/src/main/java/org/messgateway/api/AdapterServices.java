package org.messgateway.api;

import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * What the gateway lends to an adapter.
 *
 * @param channel the name of the channel the adapter serves: {@code slack-work}
 * @param clock the only clock for instants; tests move it
 * @param timeLimit how long one attempt may take at most, connecting included
 * @param callbackUrl where the service can call us: {@code https://…/callbacks/<channel>}; null
 *     while {@code client_url} leads nowhere but to this machine
 */
public record AdapterServices(
    String channel, InstantSource clock, Duration timeLimit, @Nullable URI callbackUrl) {

  /** Of a channel that nobody can call. */
  public AdapterServices(String channel, InstantSource clock, Duration timeLimit) {
    this(channel, clock, timeLimit, null);
  }
}
