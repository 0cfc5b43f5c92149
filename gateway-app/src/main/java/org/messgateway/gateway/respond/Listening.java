package org.messgateway.gateway.respond;

/**
 * Where the server listens, and for how much.
 *
 * @param host address to listen on
 * @param port 0 for any free one
 * @param maxBody bytes of the largest body that any path takes
 */
public record Listening(String host, int port, long maxBody) {}
