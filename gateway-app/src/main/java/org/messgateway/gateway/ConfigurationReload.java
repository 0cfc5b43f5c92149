package org.messgateway.gateway;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import org.messgateway.gateway.config.ConfigReport;
import org.messgateway.gateway.config.ExchangeConfig;
import org.messgateway.gateway.config.GatewayConfig;
import org.messgateway.gateway.config.Loaded;
import org.messgateway.gateway.dispatch.Timers;
import org.messgateway.gateway.queue.DeliveryQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Puts a good new configuration in force, and keeps the old one when the new one is bad. */
final class ConfigurationReload {

  private static final Logger log = LoggerFactory.getLogger(ConfigurationReload.class);

  private final Exchanges exchanges;
  private final GatewayOptions options;
  private final LiveConfiguration configuration;
  private final LiveChannels channels;
  private final DeliveryQueue queue;
  private final Timers timers;
  private final Duration attemptLimit;

  ConfigurationReload(
      Exchanges exchanges,
      GatewayOptions options,
      LiveConfiguration configuration,
      LiveChannels channels,
      DeliveryQueue queue,
      Timers timers,
      Duration attemptLimit) {
    this.exchanges = exchanges;
    this.options = options;
    this.configuration = configuration;
    this.channels = channels;
    this.queue = queue;
    this.timers = timers;
    this.attemptLimit = attemptLimit;
  }

  void good(Loaded.Valid valid) {
    GatewayConfig config = options.applied(valid.config());
    if (!places(config).equals(places(configuration.get()))) {
      log.warn(
          "The exchanges in the configuration changed. They are read at the start only: restart the"
              + " gateway. Until then it goes on with those it was started with.");
    }
    List<LiveChannel> replaced = channels.replace(config);
    configuration.replace(config);
    log.info("The configuration changed and is in force: {}", summary(config));
    valid.warnings().forEach(warning -> log.warn("{}", warning));
    queue.probeNow(null, null);
    exchanges.all().stream().map(OpenThreads::of).forEach(OpenThreads::wake);
    // Attempts that began with a replaced adapter end first.
    timers.after(
        attemptLimit.multipliedBy(2),
        () -> replaced.forEach(old -> Thread.startVirtualThread(() -> LiveChannels.close(old))));
  }

  /** What is opened at the start and stays open; files that may be shown can change any time. */
  private static List<ExchangeConfig> places(GatewayConfig config) {
    return config.exchanges().stream()
        .map(each -> new ExchangeConfig(each.path(), List.of(), each.remote()))
        .toList();
  }

  void bad(Loaded.Invalid invalid) {
    log.error(
        "The configuration changed and cannot be used; the one before stays in force.\n{}",
        ConfigReport.of(invalid));
  }

  static String summary(GatewayConfig config) {
    Collection<String> names = config.channels().keySet();
    return config.catalogue().executors().size() + " executors, channels " + names;
  }
}
