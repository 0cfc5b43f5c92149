package org.messgateway.gateway.cli.operate;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.messgateway.gateway.Gateway;
import org.messgateway.gateway.cli.command.HttpControl;
import org.messgateway.gateway.cli.command.LocalGateway;
import org.messgateway.gateway.config.GatewayConfig;
import org.messgateway.gateway.home.GatewayFolder;
import org.messgateway.gateway.home.GatewayLock;
import org.messgateway.gateway.home.GatewayRunningException;
import org.messgateway.gateway.home.HandOverWish;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How {@code run} comes to its home: an {@code mcp} that is the gateway is asked to leave it.
 * Meanwhile no other {@code mcp} takes it.
 */
final class HandOver {

  private static final Logger log = LoggerFactory.getLogger(HandOver.class);

  /** A gateway stops within 14 s. */
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private static final Duration LOOK = Duration.ofMillis(20);

  private final GatewayConfig config;

  private HandOver(GatewayConfig config) {
    this.config = config;
  }

  static HandOver of(GatewayConfig config) {
    return new HandOver(config);
  }

  /** Opens a gateway. */
  interface Opening {
    Gateway open() throws IOException, GatewayRunningException;
  }

  /**
   * Opens it, as soon as an {@code mcp} has left the home.
   *
   * @throws GatewayRunningException when a process that does not leave it holds the home, or one
   *     that should did not within 30 s
   */
  Gateway open(Opening opening) throws IOException, GatewayRunningException, InterruptedException {
    try {
      return opening.open();
    } catch (GatewayRunningException taken) {
      if (!leaves(taken)) {
        throw taken;
      }
    }
    Path folder = GatewayFolder.prepare(config.home().resolve(".gateway"));
    try (HandOverWish _ = HandOverWish.open(folder)) {
      return insist(opening);
    }
  }

  private Gateway insist(Opening opening)
      throws IOException, GatewayRunningException, InterruptedException {
    long until = System.nanoTime() + LIMIT.toNanos();
    String asked = "";
    while (true) {
      try {
        return opening.open();
      } catch (GatewayRunningException taken) {
        String text = GatewayLock.text(config.home().resolve(".gateway"));
        if (!(text.isEmpty() || leaves(taken)) || System.nanoTime() - until > 0) {
          throw taken;
        }
        if (!text.isEmpty() && !text.equals(asked) && ask()) {
          asked = text;
        }
      }
      Thread.sleep(LOOK);
    }
  }

  private static boolean leaves(GatewayRunningException taken) {
    return GatewayLock.Holder.Role.MCP.isIn(taken.holder());
  }

  /** Whether it was asked; one that is starting or ending cannot be. */
  private boolean ask() throws InterruptedException {
    try {
      Optional<LocalGateway> running = LocalGateway.running(config);
      if (running.isPresent()) {
        LocalGateway there = running.get();
        log.info("An mcp is the gateway of {}: it is asked to leave it.", config.home());
        new HttpControl(there.base(), there.control().reveal()).handOver();
        return true;
      }
    } catch (IOException | UncheckedIOException e) {
      log.debug("The mcp cannot be asked now.", e);
    }
    return false;
  }
}
