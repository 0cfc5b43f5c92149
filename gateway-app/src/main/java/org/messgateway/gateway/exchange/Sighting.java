package org.messgateway.gateway.exchange;

/** A copy of a thread that was found, unread. */
public record Sighting(Place place, Fingerprint fingerprint) {}
