package org.messgateway.gateway.gentle;

/** Where somebody is told: a channel, an address, and in whose name. */
public record Place(String channel, String address, String executor) {}
