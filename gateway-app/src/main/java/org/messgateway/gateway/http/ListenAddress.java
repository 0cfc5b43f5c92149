package org.messgateway.gateway.http;

/**
 * Address, port and body limit of the server.
 *
 * @param host address to listen on
 * @param port 0 for any free one
 * @param maxBody bytes of the largest body that any route accepts
 */
public record ListenAddress(String host, int port, long maxBody) {}
