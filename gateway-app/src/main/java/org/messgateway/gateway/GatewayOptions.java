package org.messgateway.gateway;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.messgateway.gateway.config.GatewayConfig;
import org.messgateway.gateway.home.GatewayLock.Holder.Role;

/**
 * The options of one start.
 *
 * @param home the home directory
 * @param environment of this process, for the configuration
 * @param port instead of the configured one; 0 for any that is free
 * @param answersOnly whether it takes what commands of this machine say, and sends nothing
 * @param handOver called when a {@code run} asks for the home: ends this gateway, which listens in
 *     any case, on loopback at least. Empty for one that keeps the home. Any thread
 */
public record GatewayOptions(
    Path home,
    Map<String, String> environment,
    OptionalInt port,
    boolean answersOnly,
    Optional<Runnable> handOver) {

  public GatewayOptions {
    environment = Map.copyOf(environment);
  }

  /** One that sends. */
  public GatewayOptions(Path home, Map<String, String> environment, OptionalInt port) {
    this(home, environment, port, false, Optional.empty());
  }

  /** The configuration as these options change it. */
  GatewayConfig applied(GatewayConfig config) {
    if (answersOnly || (handOver.isPresent() && !config.http().enabled())) {
      return config.onLoopback();
    }
    return port.isPresent() ? config.onPort(port.getAsInt()) : config;
  }

  Role role() {
    if (answersOnly) {
      return Role.COMMAND;
    }
    return handOver.isPresent() ? Role.MCP : Role.GATEWAY;
  }

  /**
   * In place of a gateway that does not run: threads are read and written, nothing is sent. It
   * listens on a free port of loopback, also where HTTP is switched off.
   */
  public static GatewayOptions answering(Path home) {
    return new GatewayOptions(home, System.getenv(), OptionalInt.empty(), true, Optional.empty());
  }

  /**
   * One that sends until a {@code run} asks for the home.
   *
   * @param port instead of the configured one; empty for that
   * @param handOver ends it
   */
  public static GatewayOptions yielding(Path home, OptionalInt port, Runnable handOver) {
    return new GatewayOptions(home, System.getenv(), port, false, Optional.of(handOver));
  }
}
