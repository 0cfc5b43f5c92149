package org.messgateway.api;

import java.time.Duration;
import java.time.InstantSource;

/**
 * What the gateway lends to an adapter.
 *
 * @param channel the name of the channel the adapter serves: {@code slack-work}
 * @param clock the only clock for instants; tests move it
 * @param timeLimit how long one attempt may take at most, connecting included
 */
public record AdapterServices(String channel, InstantSource clock, Duration timeLimit) {}
