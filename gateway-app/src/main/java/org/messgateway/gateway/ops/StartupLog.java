package org.messgateway.gateway.ops;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.stream.Collectors;
import org.messgateway.gateway.config.ExchangeConfig;
import org.messgateway.gateway.config.GatewayConfig;
import org.messgateway.gateway.queue.jdbc.OpenedQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The log lines of a start: what the last run left, and what is watched now. */
public final class StartupLog {

  private static final Logger log = LoggerFactory.getLogger(StartupLog.class);

  private StartupLog() {}

  /** Logs what was found when the queue was opened. */
  public static void found(OpenedQueue store) {
    if (store.setAside() != null) {
      log.error(
          "The queue's database was damaged and lies in {} now. A new one is made from the threads,"
              + " and from what could still be read there: {} answers that were not written yet."
              + " Deliveries that no history shows yet may come twice.",
          store.setAside(),
          store.salvaged());
    }
    if (store.rescued() > 0) {
      log.warn(
          "{} deliveries were in flight when the gateway ended last time: they are looked up or"
              + " sent again with the same id.",
          store.rescued());
    }
  }

  /** Logs that an exchange was not listed in time. */
  public static void notListed(Path exchange, Duration waited) {
    log.warn(
        "The exchange {} could not be listed in {} min; it is tried on.",
        exchange,
        waited.toMinutes());
  }

  /**
   * Logs that all parts run.
   *
   * @param port of the HTTP server; 0 when there is none
   */
  public static void ready(GatewayConfig config, int port) {
    log.info(
        "Ready: watching {}{}. {}",
        config.exchanges().stream().map(ExchangeConfig::shown).collect(Collectors.joining(", ")),
        port == 0 ? "" : ", http://localhost:" + port,
        summary(config));
  }

  /** A configuration in one line. */
  public static String summary(GatewayConfig config) {
    Collection<String> names = config.channelNames();
    int executors = config.catalogue().executors().size();
    return executors + (executors == 1 ? " executor" : " executors") + ", channels " + names;
  }
}
