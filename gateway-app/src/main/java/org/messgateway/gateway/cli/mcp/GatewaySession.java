package org.messgateway.gateway.cli.mcp;

/**
 * A session at a gateway, which ends with it.
 *
 * @param id as the gateway gave it; empty where it gives none
 * @param version of the protocol, as agreed at the start
 */
record GatewaySession(GatewayAddress gateway, String id, String version) {

  /** One that is about to be opened. */
  static GatewaySession opening(GatewayAddress gateway) {
    return new GatewaySession(gateway, "", "");
  }
}
