package org.messgateway.gateway;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.messgateway.gateway.config.ConfigLoader;
import org.messgateway.gateway.config.ConfigWatch;
import org.messgateway.gateway.config.ExchangeConfig;
import org.messgateway.gateway.config.GatewayConfig;
import org.messgateway.gateway.dispatch.DispatchSettings;
import org.messgateway.gateway.dispatch.SystemTimers;
import org.messgateway.gateway.exchange.Exchange;
import org.messgateway.gateway.queue.DeliveryQueue;
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

/**
 * The gateway: joins exchange, routing, queue, dispatch and respond in the order in which data
 * flows, starts them so that nothing is sent before everything that remembers it is open, and ends
 * them in reverse.
 */
public final class Gateway implements AutoCloseable {

  /** Threads to be looked at and attempts in flight from which on history waits. */
  private static final int MANY_UNDER_WAY = 8;

  private static final Duration LISTING = Duration.ofMinutes(10);

  private static final Duration REMEMBERED = Duration.ofDays(30);

  private final InstantSource clock;
  private final OwnedResources owned = new OwnedResources();
  private final LiveConfiguration configuration;
  private final GatewayLock lock;
  private final Instant startedAt = InstantSource.system().instant();
  private final boolean shared;
  private final OpenedQueue opened;
  private final HomeDocuments documents;
  private final DeliveryQueue queue;
  private final Exchanges exchanges;
  private final List<ExchangeSide> sides;
  private final LiveChannels channels;
  private final TellingSide telling;
  private final GatewayHealth health;
  private final TroubleBook book;
  private final AnswerSide answers;
  private final InboundSide inbound;
  private final HttpSide httpSide;
  private final Optional<HttpServer> http;
  private final List<Chore> chores;
  private boolean closed;

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
    lock = owned.own(GatewayLock.take(folder, holder(0)));
    QueueStore store = QueueStores.of(config.store(), folder, InstantSource.system());
    shared = store.shared();
    opened = store.open("gateway");
    clock = opened.clock();
    book = new TroubleBook(clock);
    queue = owned.own(opened.queue());
    DispatchSettings settings =
        DispatchSettings.defaults()
            .bounded(config.inFlight().attempts(), config.inFlight().bytes());
    channels = owned.own(new LiveChannels(clock, settings.attemptLimit()));
    channels.replace(config);
    documents = owned.own(HomeDocuments.of(store, options.home()));
    LinkKey key = documents.linkKey(Optional.ofNullable(config.http().secret()).or(config::secret));
    LinkTokens tokens = new LinkTokens(key, clock);
    ShortCodes codes = new ShortCodes(key);
    LinkMaker links = new LinkMaker(tokens, codes, clock, options.everybodyIsHere());
    SharedParts common =
        new SharedParts(
            options.home(),
            folder,
            configuration,
            opened,
            shared,
            channels,
            documents.people(),
            key,
            links,
            book);
    List<OpenExchange> open = new ArrayList<>();
    for (ExchangeConfig each : config.exchanges()) {
      open.add(owned.own(common.open(each)));
    }
    exchanges = common.exchanges(open);
    sides = sides(open);
    SystemTimers timers = owned.own(new SystemTimers());
    PrometheusMeterRegistry meters = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    GatewayMetrics metrics = new GatewayMetrics(meters);
    RecentFigures figures = new RecentFigures(queue::figures, System::nanoTime);
    metrics.watch(figures);
    AlreadyHeard heard = new AlreadyHeard(channels::editable);
    telling =
        new TellingSide(exchanges, book, settings, timers, metrics, heard, opened.locks(), shared);
    health = new GatewayHealth(sides, figures);
    answers = new AnswerSide(exchanges);
    httpSide =
        owned.own(
            new HttpSide(
                exchanges,
                answers,
                tokens,
                documents.storedTokens(clock),
                codes,
                telling.renewals(),
                health,
                meters::scrape,
                telling.bell()));
    inbound =
        new InboundSide(exchanges, answers, heard, book, httpSide.endpoint()::callable, this::turn);
    http = httpSide.server();
    chores = chores(options, loader, timers, settings.attemptLimit(), figures);
  }

  private List<ExchangeSide> sides(List<OpenExchange> open) {
    List<ExchangeSide> all = new ArrayList<>();
    for (OpenExchange each : open) {
      all.add(new ExchangeSide(each, exchanges.all().get(all.size()), book, this::busy));
    }
    return all;
  }

  private List<Chore> chores(
      GatewayOptions options,
      ConfigLoader loader,
      SystemTimers timers,
      Duration attemptLimit,
      RecentFigures figures)
      throws IOException {
    ConfigurationReload reload =
        new ConfigurationReload(
            exchanges, options, configuration, channels, queue, timers, attemptLimit);
    ConfigWatch configWatch =
        new ConfigWatch(
            loader, options.home(), options.environment(), clock, reload::good, reload::bad);
    List<Chore> own =
        List.of(
            new Chore(
                "configuration",
                Duration.ofSeconds(1),
                () -> {
                  configWatch.look();
                  return false;
                }),
            new Chore("figures", Duration.ofSeconds(1), figures::turn),
            new Chore(
                "pruning",
                Duration.ofHours(1),
                () -> {
                  queue.prune(clock.instant().minus(REMEMBERED));
                  return false;
                }));
    return Stream.of(
            sides.stream().flatMap(side -> side.chores().stream()).toList(),
            own,
            documents.chores(),
            telling.chores(),
            answers.chores(),
            inbound.chores(),
            httpSide.chores())
        .flatMap(List::stream)
        .toList();
  }

  /** An embedded store has one process. */
  private BooleanSupplier turn(String channel) {
    return shared ? new AskingTurn(opened.locks(), channel) : () -> true;
  }

  private boolean busy() {
    int waiting = exchanges.all().stream().mapToInt(parts -> parts.changed().waiting()).sum();
    return waiting + telling.dispatcher().inFlight().healthy() >= MANY_UNDER_WAY;
  }

  /**
   * Starts everything; returns when {@code /health} answers 200, or when it was closed meanwhile.
   */
  public void start() throws IOException, InterruptedException {
    if (!begin()) {
      return;
    }
    for (ExchangeSide side : sides) {
      if (!side.awaitReady(LISTING)) {
        StartReport.notListed(side, LISTING);
      }
    }
    ready();
  }

  /** In one piece, so that whoever closes it finds all started or nothing. */
  private synchronized boolean begin() throws IOException {
    if (closed) {
      return false;
    }
    StartReport.found(opened);
    sides.forEach(ExchangeSide::open);
    http.ifPresent(HttpServer::start);
    configuration.listening(port());
    lock.say(holder(port()));
    sides.forEach(ExchangeSide::watch);
    channels.whenMade(inbound::listen);
    telling.dispatcher().start();
    chores.forEach(Chore::start);
    return true;
  }

  private synchronized void ready() {
    if (!closed) {
      health.ready(true);
      StartReport.ready(configuration.get(), http);
    }
  }

  /** Where HTTP listens; 0 when it does not. */
  public int port() {
    return http.map(HttpServer::port).orElse(0);
  }

  /** Id of the first exchange. */
  public String exchangeId() {
    return exchanges.first().exchangeId();
  }

  /**
   * Whether only opening it anew helps: the embedded queue is damaged, and is set aside and made
   * anew from the threads when it is opened.
   */
  public boolean damaged() {
    return !shared && queue.damaged();
  }

  /** What is in force now. */
  public GatewayConfig inForce() {
    return configuration.get();
  }

  /** For commands that run in this process. */
  public DeliveryQueue queue() {
    return queue;
  }

  /** The first exchange, for commands that run in this process. */
  public Exchange exchange() {
    return exchanges.first().exchange();
  }

  /**
   * Stops taking up work, finishes or hands back what is in flight, then closes in reverse. From
   * any thread, also while it starts.
   */
  @Override
  public synchronized void close() {
    closed = true;
    health.ready(false);
    sides.forEach(ExchangeSide::stopWatching);
    chores.forEach(Chore::close);
    OwnedResources.close(telling.dispatcher());
    sides.forEach(OwnedResources::close);
    http.ifPresent(OwnedResources::close);
    owned.close();
  }

  private GatewayLock.Holder holder(int port) throws IOException {
    return new GatewayLock.Holder(
        ProcessHandle.current().pid(), InetAddress.getLocalHost().getHostName(), startedAt, port);
  }
}
