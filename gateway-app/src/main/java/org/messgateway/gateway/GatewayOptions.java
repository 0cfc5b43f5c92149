package org.messgateway.gateway;

import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalInt;
import org.messgateway.gateway.config.GatewayConfig;

/**
 * The options of one start.
 *
 * @param home the home directory
 * @param environment of this process, for the configuration
 * @param port instead of the configured one; 0 for any that is free
 * @param everybodyIsHere whether all recipients are on this machine, so that links to loopback
 *     open: the demonstration
 */
public record GatewayOptions(
    Path home, Map<String, String> environment, OptionalInt port, boolean everybodyIsHere) {

  public GatewayOptions {
    environment = Map.copyOf(environment);
  }

  /** The configuration as these options change it. */
  GatewayConfig applied(GatewayConfig config) {
    return port.isPresent() ? config.onPort(port.getAsInt()) : config;
  }

  /** A home directory, with the environment of this process. */
  public static GatewayOptions of(Path home) {
    return new GatewayOptions(home, System.getenv(), OptionalInt.empty(), false);
  }
}
