package org.messgateway.gateway.cli.mcp;

import java.net.URI;

/**
 * A gateway that can be asked.
 *
 * @param base where it listens
 * @param token by which a command of this machine speaks as an agent
 */
record GatewayAddress(URI base, String token) {

  /** Says nothing of the token. */
  @Override
  public String toString() {
    return "the gateway at " + base;
  }
}
