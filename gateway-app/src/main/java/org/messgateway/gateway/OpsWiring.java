package org.messgateway.gateway;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.messgateway.gateway.channels.ChannelRegistry;
import org.messgateway.gateway.channels.ConfiguredChannel;
import org.messgateway.gateway.config.ConfigLoader;
import org.messgateway.gateway.config.ConfigReplacement;
import org.messgateway.gateway.config.ConfigReport;
import org.messgateway.gateway.config.ConfigWatch;
import org.messgateway.gateway.config.ExchangeConfig;
import org.messgateway.gateway.config.GatewayConfig;
import org.messgateway.gateway.config.LoadResult;
import org.messgateway.gateway.dispatch.AttemptObserver;
import org.messgateway.gateway.dispatch.Dispatcher;
import org.messgateway.gateway.dispatch.Timers;
import org.messgateway.gateway.exchange.Exchanges;
import org.messgateway.gateway.home.BackgroundLoop;
import org.messgateway.gateway.home.LoopMonitor;
import org.messgateway.gateway.ops.AttemptTroubles;
import org.messgateway.gateway.ops.CachedQueueStats;
import org.messgateway.gateway.ops.DeliveryLog;
import org.messgateway.gateway.ops.DiskSpaceMonitor;
import org.messgateway.gateway.ops.GatewayMetrics;
import org.messgateway.gateway.ops.HeldChannels;
import org.messgateway.gateway.ops.StartupLog;
import org.messgateway.gateway.reconcile.OpenThreadRescan;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Operations: log line, metrics, disks, pruning, and a configuration that changed. */
final class OpsWiring {

  private static final Logger log = LoggerFactory.getLogger(OpsWiring.class);
  private static final Duration SECOND = Duration.ofSeconds(1);

  /** A statement may read a table of millions of rows. */
  private static final Duration LONG_STATEMENT = Duration.ofMinutes(10);

  private static final Duration ADAPTERS_EVERY = Duration.ofSeconds(2);

  /** How long settled rows stay in the queue. */
  private static final Duration ROWS_KEPT = Duration.ofDays(30);

  private final GatewayContext gateway;
  private final Exchanges exchanges;
  private final GatewayOptions options;
  private final Timers timers;
  private final Duration attemptLimit;
  private final Consumer<String> closed;
  private final PrometheusMeterRegistry meters =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final GatewayMetrics metrics = new GatewayMetrics(meters);
  private final CachedQueueStats stats;
  private final ConfigReplacement replacement;
  private final Set<Path> newcomers = new HashSet<>();

  /**
   * @param attemptLimit how long an attempt may take
   * @param closed is told the channel of each replaced adapter, once that is closed
   */
  OpsWiring(
      GatewayContext gateway,
      Exchanges exchanges,
      GatewayOptions options,
      Timers timers,
      Duration attemptLimit,
      Consumer<String> closed) {
    this.gateway = gateway;
    this.exchanges = exchanges;
    this.options = options;
    this.timers = timers;
    this.attemptLimit = attemptLimit;
    this.closed = closed;
    replacement =
        new ConfigReplacement(
            gateway.channels(),
            gateway.configuration(),
            this::closeLater,
            List.of(
                () -> gateway.queue().probeNow(null, null),
                new OpenThreadRescan(exchanges, gateway.queue())::start));
    stats = new CachedQueueStats(gateway.queue()::figures, System::nanoTime);
    metrics.watch(stats);
    metrics.watch(
        "mess_partitions",
        "Of 64 parts of all threads, those that this gateway looks at",
        () -> gateway.queue().partitions().held().size());
    metrics.count(
        "mess_thread_looks_total",
        "Threads that were looked at, each time",
        _ -> exchanges.all().stream().mapToLong(each -> each.changed().looks()).sum());
  }

  /** Sees each attempt: log line, metrics, troubles. */
  AttemptObserver attempts() {
    return AttemptObserver.all(
        List.of(new DeliveryLog(), metrics, new AttemptTroubles(gateway.troubles())));
  }

  /** Rows and lanes by state, at most a second old. */
  CachedQueueStats stats() {
    return stats;
  }

  /** The page of {@code /metrics}. */
  String scrape() {
    return meters.scrape();
  }

  /** The loops of operations, and the gauges of a dispatcher. */
  List<BackgroundLoop> loops(Dispatcher dispatcher, ConfigLoader loader) throws IOException {
    metrics.watch(dispatcher);
    ConfigWatch configuration =
        new ConfigWatch(
            loader,
            options.home(),
            options.environment(),
            gateway.clock(),
            this::replaceConfig,
            OpsWiring::keepConfig);
    HeldChannels held = new HeldChannels(gateway.channels(), gateway.queue(), gateway.troubles());
    DiskSpaceMonitor disks = new DiskSpaceMonitor(gateway.troubles(), folders());
    return List.of(
        BackgroundLoop.every("figures", SECOND, stats::turn).mayBeSilentFor(LONG_STATEMENT),
        BackgroundLoop.every("disks", Duration.ofSeconds(30), disks::look),
        BackgroundLoop.every("pruning", Duration.ofHours(1), this::prune)
            .mayBeSilentFor(LONG_STATEMENT),
        BackgroundLoop.every(
            "adapters",
            ADAPTERS_EVERY,
            () -> {
              gateway.channels().remake();
              held.look();
              newcomers(loader.adapters().newcomers());
            }),
        BackgroundLoop.every("configuration", SECOND, () -> look(configuration)));
  }

  /** The gauge of loops that stand still. */
  void watch(LoopMonitor monitor) {
    metrics.watch(
        "mess_loops_standing_still",
        "Threads of the gateway that ended by themselves or hang: 0 while all is well",
        () -> monitor.standstills().size());
  }

  /** Each once. */
  private void newcomers(List<Path> jars) {
    jars.stream()
        .filter(newcomers::add)
        .forEach(jar ->
            log.warn("{} came after the start and is not loaded: restart the gateway.", jar));
  }

  private List<Path> folders() {
    return Stream.concat(
            exchanges.all().stream().map(each -> each.exchange().directory().root()),
            Stream.of(options.home()))
        .toList();
  }

  private void prune() {
    gateway.queue().prune(gateway.clock().instant().minus(ROWS_KEPT));
  }

  private void look(ConfigWatch configuration) throws IOException {
    try {
      configuration.look();
    } finally {
      replacement.follow();
    }
  }

  private void replaceConfig(LoadResult.Valid valid) {
    GatewayConfig config = options.applied(valid.config());
    if (!places(config).equals(places(gateway.configuration().get()))) {
      log.warn(
          "The exchanges in the configuration changed. They are read at the start only: restart the"
              + " gateway. Until then it goes on with those it was started with.");
    }
    replacement.replace(config);
    log.info("The configuration changed and is in force: {}", StartupLog.summary(config));
    valid.warnings().forEach(warning -> log.warn("{}", warning));
  }

  /** Attempts that began with a replaced adapter end first. */
  private void closeLater(List<ConfiguredChannel> replaced) {
    timers.after(
        attemptLimit.multipliedBy(2),
        () -> replaced.forEach(old -> Thread.startVirtualThread(() -> close(old))));
  }

  private void close(ConfiguredChannel old) {
    ChannelRegistry.close(old);
    closed.accept(old.name());
  }

  private static List<ExchangeConfig> places(GatewayConfig config) {
    return config.exchanges().stream().map(ExchangeConfig::opened).toList();
  }

  private static void keepConfig(LoadResult.Invalid invalid) {
    log.error(
        "The configuration changed and cannot be used; the one before stays in force.\n{}",
        ConfigReport.of(invalid));
  }
}
