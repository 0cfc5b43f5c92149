package org.messgateway.gateway;

import org.messgateway.gateway.config.GatewayConfig;

/** The configuration in force; replaced as a whole when a new version is good. */
final class LiveConfiguration {

  private volatile GatewayConfig config;

  LiveConfiguration(GatewayConfig config) {
    this.config = config;
  }

  GatewayConfig get() {
    return config;
  }

  void replace(GatewayConfig next) {
    config = next;
  }
}
