package org.messgateway.gateway.exchange.read;

import org.messgateway.gateway.exchange.Fingerprint;
import org.messgateway.gateway.exchange.ThreadLocation;

/** A copy of a thread that exists; its files have not been read. */
public record FoundCopy(ThreadLocation location, Fingerprint fingerprint) {}
