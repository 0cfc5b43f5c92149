package org.messgateway.gateway.config;

/**
 * A channel whose adapter is missing or broken: what is for it waits until it is back.
 *
 * @param sentence why, and what to do
 */
public record HeldChannel(String name, String type, String sentence) {}
