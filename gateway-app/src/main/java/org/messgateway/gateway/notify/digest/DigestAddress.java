package org.messgateway.gateway.notify.digest;

/** The address of one executor on one channel. */
public record DigestAddress(String channel, String address, String executor) {}
