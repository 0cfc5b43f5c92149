package org.messgateway.gateway;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.messgateway.gateway.answer.Expiry;
import org.messgateway.gateway.config.ConfigLoader;
import org.messgateway.gateway.config.ConfigWatch;
import org.messgateway.gateway.config.GatewayConfig;
import org.messgateway.gateway.dispatch.DispatchSettings;
import org.messgateway.gateway.dispatch.SystemTimers;
import org.messgateway.gateway.exchange.ChangedThreads;
import org.messgateway.gateway.exchange.Exchange;
import org.messgateway.gateway.exchange.ExchangeDirectory;
import org.messgateway.gateway.exchange.ExchangeLimits;
import org.messgateway.gateway.exchange.ExchangeWatcher;
import org.messgateway.gateway.exchange.Fingerprint;
import org.messgateway.gateway.people.PeopleFile;
import org.messgateway.gateway.queue.DeliveryQueue;
import org.messgateway.gateway.queue.ThreadRow;
import org.messgateway.gateway.queue.jdbc.OpenedQueue;
import org.messgateway.gateway.queue.jdbc.QueueStore;
import org.messgateway.gateway.respond.HttpServer;
import org.messgateway.gateway.respond.LinkKey;
import org.messgateway.gateway.respond.LinkTokens;
import org.messgateway.gateway.respond.ShortCodes;
import org.messgateway.gateway.store.GatewayFolder;
import org.messgateway.gateway.store.GatewayLock;
import org.messgateway.gateway.store.GatewayRunningException;
import org.messgateway.gateway.telemetry.GatewayMetrics;
import org.messgateway.gateway.trouble.TroubleBook;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The gateway: joins exchange, routing, queue, dispatch and respond in the order in which data
 * flows, starts them so that nothing is sent before everything that remembers it is open, and ends
 * them in reverse.
 */
public final class Gateway implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(Gateway.class);

  private static final int CHANGED_THREADS = 50_000;

  /** Threads to be looked at and attempts in flight from which on history waits. */
  private static final int MANY_UNDER_WAY = 8;

  private static final Duration LISTING = Duration.ofMinutes(10);
  private static final Duration REMEMBERED = Duration.ofDays(30);

  private final InstantSource clock;
  private final Deque<AutoCloseable> open = new ArrayDeque<>();
  private final LiveConfiguration configuration;
  private final GatewayLock lock;
  private final Instant startedAt = InstantSource.system().instant();
  private final OpenedQueue opened;
  private final DeliveryQueue queue;
  private final Exchange exchange;
  private final ChangedThreads changed = new ChangedThreads(CHANGED_THREADS, System::nanoTime);
  private final ExchangeWatcher watcher;
  private final StaleThreads stale;
  private final ThreadLookers lookers;
  private final LiveChannels channels;
  private final TellingSide telling;
  private final GatewayHealth health;
  private final TroubleBook book;
  private final AnswerSide answers;
  private final InboundSide inbound;
  private final HttpSide httpSide;
  private final Optional<HttpServer> http;
  private final List<Chore> chores;

  /**
   * Opens everything, sends nothing yet.
   *
   * @throws GatewayRunningException when another process runs this home
   * @throws IOException when a folder cannot be used; the message says which
   */
  public Gateway(GatewayOptions options, GatewayConfig written, ConfigLoader loader)
      throws IOException, GatewayRunningException {
    GatewayConfig config = options.applied(written);
    configuration = new LiveConfiguration(config);
    Path folder = GatewayFolder.prepare(options.home().resolve(".gateway"));
    lock = owned(GatewayLock.take(folder, holder(0)));
    QueueStore store = QueueStores.of(config.store(), folder, InstantSource.system());
    opened = store.open("gateway");
    clock = opened.clock();
    book = new TroubleBook(clock);
    queue = owned(opened.queue());
    exchange =
        owned(
            new Exchange(
                ExchangeDirectory.open(config.exchange().path(), ExchangeDirectory.Access.WRITE),
                ExchangeLimits.DEFAULT,
                clock,
                System::nanoTime));
    stale = new StaleThreads(queue.knownSince(exchangeId()), config.staleAfter());
    DispatchSettings settings =
        DispatchSettings.defaults()
            .bounded(config.inFlight().attempts(), config.inFlight().bytes());
    channels = owned(new LiveChannels(clock, settings.attemptLimit()));
    channels.replace(config);
    LinkKey key =
        LinkKey.open(
            folder.resolve("keys"), Optional.ofNullable(config.http().secret()).or(config::secret));
    LinkTokens tokens = new LinkTokens(key, clock);
    ShortCodes codes = new ShortCodes(key);
    LinkMaker links = new LinkMaker(tokens, codes, clock, options.everybodyIsHere());
    Parts parts = parts(options.home(), folder, key, links);
    lookers = new ThreadLookers(changed, flow(parts));
    SystemTimers timers = owned(new SystemTimers());
    PrometheusMeterRegistry meters = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    GatewayMetrics metrics = new GatewayMetrics(meters);
    RecentFigures figures = new RecentFigures(queue::figures, System::nanoTime);
    metrics.watch(figures);
    telling = new TellingSide(parts, book, settings, timers, metrics);
    watcher = exchange.watcher(changed);
    health = new GatewayHealth(exchangeId(), figures, watcher, changed);
    answers = new AnswerSide(parts);
    httpSide =
        owned(
            new HttpSide(
                parts,
                answers,
                tokens,
                codes,
                telling.renewals(),
                health,
                meters::scrape,
                telling.bell()));
    inbound = new InboundSide(parts, answers, httpSide.endpoint()::callable);
    http = httpSide.server();
    chores = chores(options, loader, timers, settings.attemptLimit());
  }

  private Parts parts(Path home, Path folder, LinkKey key, LinkMaker links) {
    return new Parts(
        home,
        folder,
        exchangeId(),
        configuration,
        exchange,
        queue,
        opened.journal(),
        new LoadedThreads(exchange, System::nanoTime),
        new RoutingDesk(exchangeId(), configuration, queue, channels::editable, clock),
        changed,
        channels,
        new PeopleFile(home.resolve("people.yaml")),
        key,
        links,
        clock);
  }

  private ThreadFlow flow(Parts parts) {
    return new ThreadFlow(
        exchange,
        queue,
        parts.desk(),
        parts.threads(),
        stale,
        changed,
        new Expiry(exchange.writer(), clock),
        new ThreadTrouble(exchange.writer(), book, clock),
        clock);
  }

  private List<Chore> chores(
      GatewayOptions options, ConfigLoader loader, SystemTimers timers, Duration attemptLimit)
      throws IOException {
    String id = exchange.directory().id();
    ConfigurationReload reload =
        new ConfigurationReload(
            id, options, configuration, channels, queue, changed, timers, attemptLimit);
    ConfigWatch configWatch =
        new ConfigWatch(
            loader, options.home(), options.environment(), clock, reload::good, reload::bad);
    NextLooks looks = new NextLooks(id, queue, changed);
    HistoryProjection projection =
        new HistoryProjection(id, queue, exchange.writer(), clock, this::busy, System::nanoTime);
    List<Chore> own =
        List.of(
            new Chore("next looks", Duration.ofMillis(250), looks::turn),
            new Chore("history", Duration.ofSeconds(1), projection::turn),
            new Chore(
                "configuration",
                Duration.ofSeconds(1),
                () -> {
                  configWatch.look();
                  stale.report();
                  return false;
                }),
            new Chore(
                "pruning",
                Duration.ofHours(1),
                () -> {
                  queue.prune(clock.instant().minus(REMEMBERED));
                  return false;
                }));
    return Stream.of(own, telling.chores(), answers.chores(), inbound.chores(), httpSide.chores())
        .flatMap(List::stream)
        .toList();
  }

  private boolean busy() {
    return changed.waiting() + telling.dispatcher().inFlight().attempts() >= MANY_UNDER_WAY;
  }

  /** Starts everything; returns when {@code /health} answers 200. */
  public void start() throws IOException, InterruptedException {
    sayWhatWasFound();
    exchange.start();
    queue.threads(exchange.directory().id()).forEach(this::remember);
    http.ifPresent(HttpServer::start);
    configuration.listening(port());
    lock.say(holder(port()));
    lookers.start();
    watcher.start();
    channels.whenMade(inbound::listen);
    telling.dispatcher().start();
    chores.forEach(Chore::start);
    if (!watcher.awaitReady(LISTING)) {
      log.warn("The exchange could not be listed in {} min; it is tried on.", LISTING.toMinutes());
    }
    health.ready(true);
    log.info(
        "Ready: watching {}{}. {}",
        exchange.directory().root(),
        http.map(server -> ", http://localhost:" + server.port()).orElse(""),
        ConfigurationReload.summary(configuration.get()));
  }

  private void sayWhatWasFound() {
    if (opened.setAside() != null) {
      log.error(
          "The queue's database was damaged and lies in {} now. A new one is made from the threads:"
              + " nobody who was told is told again.",
          opened.setAside());
    }
    if (opened.rescued() > 0) {
      log.warn(
          "{} deliveries were in flight when the gateway ended last time: they are looked up or"
              + " sent again with the same id.",
          opened.rescued());
    }
  }

  /** What has not changed since it was last seen need not be looked at again. */
  private void remember(ThreadRow row) {
    exchange
        .known()
        .remember(row.place(), new Fingerprint(row.inode(), row.size(), row.modified()));
  }

  /** Where HTTP listens; 0 when it does not. */
  public int port() {
    return http.map(HttpServer::port).orElse(0);
  }

  /** Id of the exchange. */
  public String exchangeId() {
    return exchange.directory().id();
  }

  /** For commands that run in this process. */
  public DeliveryQueue queue() {
    return queue;
  }

  /** For commands that run in this process. */
  public Exchange exchange() {
    return exchange;
  }

  /** Stops taking up work, finishes or hands back what is in flight, then closes in reverse. */
  @Override
  public void close() {
    health.ready(false);
    close(watcher);
    chores.forEach(Chore::close);
    close(telling.dispatcher());
    close(lookers);
    http.ifPresent(Gateway::close);
    while (!open.isEmpty()) {
      close(open.pop());
    }
  }

  private <T extends AutoCloseable> T owned(T resource) {
    open.push(resource);
    return resource;
  }

  private static void close(AutoCloseable resource) {
    try {
      resource.close();
    } catch (Exception e) {
      log.warn("Something did not close cleanly: {}", e.toString());
    }
  }

  private GatewayLock.Holder holder(int port) throws IOException {
    return new GatewayLock.Holder(
        ProcessHandle.current().pid(), InetAddress.getLocalHost().getHostName(), startedAt, port);
  }
}
