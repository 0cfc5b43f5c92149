package org.messgateway.api;

import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * The environment that the gateway gives to an adapter.
 *
 * @param channel the name of the adapter's channel: {@code slack-work}
 * @param clock the only source of instants; tests control it
 * @param timeLimit the longest duration of one attempt, connecting included
 * @param callbackUrl the URL at which the remote service can call the gateway, {@code
 *     https://…/callbacks/<channel>}; null while {@code client_url} reaches only this machine.
 *     Another one replaces adapters that are {@link Inbound}, and no others
 */
public record AdapterServices(
    String channel, InstantSource clock, Duration timeLimit, @Nullable URI callbackUrl) {

  /** The services of a channel without a callback URL. */
  public AdapterServices(String channel, InstantSource clock, Duration timeLimit) {
    this(channel, clock, timeLimit, null);
  }
}
