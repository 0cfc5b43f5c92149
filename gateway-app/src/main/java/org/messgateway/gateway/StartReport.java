package org.messgateway.gateway;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.messgateway.gateway.config.ExchangeConfig;
import org.messgateway.gateway.config.GatewayConfig;
import org.messgateway.gateway.queue.jdbc.OpenedQueue;
import org.messgateway.gateway.remote.RemoteSettings;
import org.messgateway.gateway.respond.HttpServer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What an operator reads of a start: what an earlier end left, and what is watched now. */
final class StartReport {

  private static final Logger log = LoggerFactory.getLogger(StartReport.class);

  private StartReport() {}

  static void found(OpenedQueue store) {
    if (store.setAside() != null) {
      log.error(
          "The queue's database was damaged and lies in {} now. A new one is made from the threads,"
              + " and from what could still be read there: {} deliveries that no history shows yet,"
              + " {} answers that were not written yet. Nobody is told again of whom any of these"
              + " says so; what was in flight may come twice.",
          store.setAside(),
          store.salvaged().told(),
          store.salvaged().said());
    }
    if (store.rescued() > 0) {
      log.warn(
          "{} deliveries were in flight when the gateway ended last time: they are looked up or"
              + " sent again with the same id.",
          store.rescued());
    }
  }

  static void notListed(ExchangeSide side, Duration waited) {
    log.warn(
        "The exchange {} could not be listed in {} min; it is tried on.",
        side.parts().exchange().directory().root(),
        waited.toMinutes());
  }

  static void ready(GatewayConfig config, Optional<HttpServer> http) {
    log.info(
        "Ready: watching {}{}. {}",
        watched(config.exchanges()),
        http.map(server -> ", http://localhost:" + server.port()).orElse(""),
        ConfigurationReload.summary(config));
  }

  /** Where threads come from, as people know it. */
  private static String watched(List<ExchangeConfig> exchanges) {
    return exchanges.stream()
        .map(each ->
            OpenExchange.settings(each)
                .map(RemoteSettings::shown)
                .orElseGet(() -> each.path().toString()))
        .collect(Collectors.joining(", "));
  }
}
