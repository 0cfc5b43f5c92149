package org.messgateway.gateway;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.messgateway.gateway.channels.ChannelRegistry;
import org.messgateway.gateway.config.ConfigLoader;
import org.messgateway.gateway.config.CurrentConfig;
import org.messgateway.gateway.config.GatewayConfig;
import org.messgateway.gateway.config.LoadResult;
import org.messgateway.gateway.config.Registrations;
import org.messgateway.gateway.config.SecretsFile;
import org.messgateway.gateway.dispatch.AttemptObserver;
import org.messgateway.gateway.dispatch.DispatchSettings;
import org.messgateway.gateway.dispatch.Dispatcher;
import org.messgateway.gateway.dispatch.SystemTimers;
import org.messgateway.gateway.exchange.Exchanges;
import org.messgateway.gateway.exchange.LargeWork;
import org.messgateway.gateway.home.BackgroundLoop;
import org.messgateway.gateway.home.GatewayFolder;
import org.messgateway.gateway.home.GatewayLock;
import org.messgateway.gateway.home.GatewayRunningException;
import org.messgateway.gateway.home.LoopMonitor;
import org.messgateway.gateway.home.ResourceStack;
import org.messgateway.gateway.http.HealthReport;
import org.messgateway.gateway.http.HttpServer;
import org.messgateway.gateway.http.InboxNotifier;
import org.messgateway.gateway.links.LinkFactory;
import org.messgateway.gateway.links.LinkKey;
import org.messgateway.gateway.links.LinkTokens;
import org.messgateway.gateway.links.ShortCodes;
import org.messgateway.gateway.links.StoredTokens;
import org.messgateway.gateway.notify.PolledAddresses;
import org.messgateway.gateway.ops.ActiveTroubles;
import org.messgateway.gateway.ops.StartupLog;
import org.messgateway.gateway.ops.StoppedAddresses;
import org.messgateway.gateway.queue.DeliveryQueue;
import org.messgateway.gateway.queue.jdbc.OpenedQueue;
import org.messgateway.gateway.queue.jdbc.QueueStore;
import org.messgateway.gateway.reconcile.OtherGatewayCheck;
import org.messgateway.gateway.reconcile.RerouteListener;

/**
 * The gateway, in the order in which data flows: a reader starts here. The constructor opens all
 * parts and joins them. {@link #start} starts them so that nothing is sent before all stores are
 * open. {@link #close} ends them in reverse.
 */
public final class Gateway implements AutoCloseable {

  /** Changed threads and attempts in flight, together, from which on history waits. */
  private static final int BUSY = 8;

  private static final Duration LOCK_LOOK = Duration.ofSeconds(3);
  private static final Duration LISTING_LIMIT = Duration.ofMinutes(10);

  /** A stop takes so long at most, as far as the channels' adapters close at once. */
  private static final Duration STOP_LIMIT = Duration.ofSeconds(12);

  private static final Duration MONITOR_EVERY = Duration.ofSeconds(10);

  private final ResourceStack owned;
  private final Instant startedAt = InstantSource.system().instant();
  private final GatewayLock lock;
  private final GatewayContext context;
  private final List<ExchangeWiring> watched;
  private final Exchanges exchanges;
  private final Dispatcher dispatcher;
  private final ChatWiring chat;
  private final Optional<HttpServer> http;
  private final HealthReport health;
  private final List<BackgroundLoop> loops = new ArrayList<>();
  private final CountDownLatch closing = new CountDownLatch(1);

  /** Those that do at a stop what is due. */
  private final List<BackgroundLoop> lastLoops = new ArrayList<>();

  /** Those that a gateway needs that sends nothing. */
  private final List<BackgroundLoop> answerLoops = new ArrayList<>();

  private final boolean answersOnly;
  private final GatewayLock.Holder.Role role;

  private final LoopMonitor monitor;
  private boolean listening;

  /**
   * Opens everything, sends nothing yet.
   *
   * @throws GatewayRunningException when another process runs this home
   * @throws IOException when a folder cannot be used; the message says which
   * @throws org.messgateway.gateway.queue.QueueException when the store cannot be used. The home is
   *     free then, as after any failure.
   */
  public static Gateway open(GatewayOptions options, GatewayConfig written, ConfigLoader files)
      throws IOException, GatewayRunningException {
    return open(options, written, files, System::nanoTime);
  }

  /**
   * The same with another clock for the watch over loops.
   *
   * @param nanos asked by each loop at each turn
   */
  static Gateway open(
      GatewayOptions options, GatewayConfig written, ConfigLoader files, LongSupplier nanos)
      throws IOException, GatewayRunningException {
    ResourceStack owned = new ResourceStack();
    boolean opened = false;
    try {
      Gateway gateway = new Gateway(options, written, files, nanos, owned);
      opened = true;
      return gateway;
    } finally {
      if (!opened) {
        owned.close();
      }
    }
  }

  private Gateway(
      GatewayOptions options,
      GatewayConfig written,
      ConfigLoader files,
      LongSupplier nanos,
      ResourceStack owned)
      throws IOException, GatewayRunningException {
    this.owned = owned;
    // 0. Home: its lock, the store, the adapters, decisions of people, keys of links.
    Path folder = GatewayFolder.prepare(options.home().resolve(".gateway"));
    answersOnly = options.answersOnly();
    role = options.role();
    lock = owned.own(GatewayLock.take(folder, holder(0)));
    QueueStore store = StoreFactory.of(written.store(), folder, InstantSource.system());
    OpenedQueue opened = store.open("gateway");
    InstantSource clock = opened.clock();
    DeliveryQueue queue = owned.own(opened.queue());
    HomeDocuments documents = owned.own(HomeDocuments.of(store, options.home()));
    ConfigLoader loader = documents.loading(files);
    GatewayConfig config =
        options.applied(loader == files ? written : reread(loader, options, written));
    DispatchSettings limits =
        DispatchSettings.defaults()
            .bounded(config.inFlight().attempts(), config.inFlight().bytes());
    ChannelRegistry channels = owned.own(new ChannelRegistry(clock, limits.attemptLimit()));
    channels.replace(config.channels().values(), config.absences(), config.clientUrl());
    LinkKey key = documents.linkKey(Optional.ofNullable(config.http().secret()).or(config::secret));
    StoredTokens tokens = documents.storedTokens(key, clock);
    LinkTokens linkTokens = new LinkTokens(key, documents.linkRevocations(), clock);
    context =
        new GatewayContext(
            folder,
            new CurrentConfig(config),
            opened,
            store.shared(),
            channels,
            new Registrations(
                loader, options.home(), options.environment(), tokens::hasAgent, clock),
            documents.people(),
            tokens,
            new LinkFactory(linkTokens, new ShortCodes(key), clock),
            new ActiveTroubles(clock),
            LargeWork.ofHeap());

    // 1. Exchange, reconcile: folders and servers are watched; a changed thread becomes rows.
    watched = ExchangeWiring.all(context, config.exchanges(), documents.gatewayId(), owned);
    exchanges = new Exchanges(watched.stream().map(ExchangeWiring::exchange).toList());
    watched.forEach(each -> loops.addAll(each.reconcileLoops()));
    watched.forEach(each -> loops.add(each.others().loop()));
    loops.addAll(queue.partitions().loops());

    // 2. Notify: the stages that a delivery passes right before it is sent.
    NotifyWiring notify = new NotifyWiring(context, exchanges, watched);
    loops.addAll(notify.loops());

    // 3. Dispatch: lanes of rows are leased; rows are attempted and settled.
    SystemTimers timers = owned.own(new SystemTimers());
    OpsWiring ops =
        new OpsWiring(
            context, exchanges, options, timers, limits.attemptLimit(), this::adapterClosed);
    InboxNotifier inboxes =
        new InboxNotifier(new RerouteListener(exchanges, context.configuration()));
    dispatcher =
        new Dispatcher(
            new Dispatcher.Ports(
                queue,
                channels,
                notify.stages(),
                new PolledAddresses(context.configuration(), queue)::address,
                context.journal().laterReplies(),
                new StoppedAddresses(context.people(), clock),
                inboxes,
                attempts(ops),
                clock,
                InstantSource.system(),
                timers,
                ThreadLocalRandom.current()::nextDouble),
            limits);

    // 4. History: settled rows are recorded in their threads.
    watched.forEach(each -> lastLoops.add(each.historyLoop(this::busy)));

    // 5. Answers: into the thread.
    AnswerWiring answers = new AnswerWiring(context, exchanges);
    answerLoops.addAll(answers.loops());
    loops.addAll(answerLoops);
    lastLoops.addAll(answers.lastLoops());

    // 6. HTTP, and what people write on channels: both give answers.
    health =
        new HealthReport(
            watched.stream().map(ExchangeWiring::health).toList(), ops.stats(), this::standstills);
    HttpWiring web =
        owned.own(new HttpWiring(context, exchanges, key, linkTokens, options.handOver()));
    http = web.server(answers, notify.renewer(), inboxes, tokens, health, ops::scrape);
    chat = new ChatWiring(context, exchanges, answers, notify.answered(), web::callable);
    loops.addAll(web.loops());
    loops.addAll(chat.loops());

    // 7. Ops: log line, metrics, disks, pruning, a configuration that changed.
    loops.addAll(ops.loops(dispatcher, loader));
    loops.addAll(documents.loops());
    loops.add(BackgroundLoop.every("lock", LOCK_LOOK, lock::look));
    loops.addAll(lastLoops);
    answerLoops.addAll(lastLoops);
    loops.add(BackgroundLoop.every("loop-monitor", MONITOR_EVERY, this::lookAtLoops));
    monitor = new LoopMonitor(allLoops(timers), nanos);
    ops.watch(monitor);
  }

  private void adapterClosed(String channel) {
    chat.closed(channel);
  }

  private AttemptObserver attempts(OpsWiring ops) {
    List<AttemptObserver> observers = new ArrayList<>(List.of(ops.attempts()));
    watched.forEach(each -> observers.add(each.unrecorded()));
    return AttemptObserver.all(observers);
  }

  /** With what is registered in a store that was closed when the files were read. */
  private static GatewayConfig reread(
      ConfigLoader loader, GatewayOptions options, GatewayConfig written) throws IOException {
    Map<String, String> environment = SecretsFile.under(options.environment(), options.home());
    return loader.load(options.home(), environment) instanceof LoadResult.Valid valid
        ? valid.config()
        : written;
  }

  /** Each thread that lives as long as the gateway is the thread of one of these. */
  private List<BackgroundLoop> allLoops(SystemTimers timers) {
    List<BackgroundLoop> all = new ArrayList<>(loops);
    all.addAll(context.store().loops());
    watched.forEach(each -> all.addAll(each.ownLoops()));
    all.add(timers.loop());
    all.addAll(dispatcher.loops());
    http.ifPresent(server -> all.add(server.loop()));
    return all;
  }

  /** A sentence for each loop that stands still. */
  List<String> standstills() {
    return monitor.standstills();
  }

  /** The names of all loops. */
  List<String> loops() {
    return monitor.names();
  }

  private void lookAtLoops() {
    monitor.look();
  }

  /** At a stop history does not wait for what is under way. */
  private boolean busy() {
    if (closed()) {
      return false;
    }
    int waiting = exchanges.all().stream().mapToInt(each -> each.changed().waiting()).sum();
    return waiting + dispatcher.inFlight().healthy() >= BUSY;
  }

  /**
   * Starts all parts, once no other gateway tells of the threads here. Returns when {@code /health}
   * answers 200, or when the gateway was closed meanwhile. One that {@link
   * GatewayOptions#answersOnly only answers} does not wait for the other gateway.
   *
   * @throws IOException when it cannot listen, or only answers and is not alone
   */
  public void start() throws IOException, InterruptedException {
    if (answersOnly) {
      answer();
      return;
    }
    while (!alone()) {
      // So that it can be asked what it waits for.
      if (!listen() || closing.await(1, TimeUnit.SECONDS)) {
        return;
      }
    }
    if (!listen() || !begin()) {
      return;
    }
    for (ExchangeWiring each : watched) {
      if (!each.awaitReady(LISTING_LIMIT)) {
        StartupLog.notListed(each.exchange().exchange().directory().root(), LISTING_LIMIT);
      }
    }
    ready();
  }

  /**
   * Starts what takes answers and requests: deliveries are queued, and the next gateway sends them.
   */
  private void answer() throws IOException, InterruptedException {
    if (!alone()) {
      throw new IOException("the gateway of another home tells of the threads here");
    }
    if (!listen() || !begin()) {
      return;
    }
    for (ExchangeWiring each : watched) {
      if (!each.awaitKnown(LISTING_LIMIT)) {
        StartupLog.notListed(each.exchange().exchange().directory().root(), LISTING_LIMIT);
      }
    }
    health.ready(true);
  }

  private GatewayLock.Holder holder(int port) {
    return GatewayLock.Holder.here(startedAt, port).as(role);
  }

  private boolean alone() {
    return watched.stream()
        .map(ExchangeWiring::others)
        .map(OtherGatewayCheck::alone)
        .reduce(true, Boolean::logicalAnd);
  }

  private synchronized boolean listen() throws IOException {
    if (!closed() && !listening) {
      if (!answersOnly) {
        StartupLog.found(context.store());
      }
      if (http.isPresent()) {
        http.get().start();
      }
      context.configuration().listening(port());
      lock.say(holder(port()));
      listening = true;
    }
    return !closed();
  }

  private boolean closed() {
    return closing.getCount() == 0;
  }

  /** Under the lock of {@link #close}, which so finds either all parts started or none. */
  private synchronized boolean begin() {
    if (closed()) {
      return false;
    }
    if (!answersOnly) {
      // One that only answers stays for a moment, and looks at everything.
      queue().partitions().join();
    }
    watched.forEach(ExchangeWiring::open);
    watched.forEach(ExchangeWiring::watch);
    if (answersOnly) {
      answerLoops.forEach(BackgroundLoop::start);
      return true;
    }
    context.channels().whenMade(chat::listen);
    queue().probeWithoutAdapter();
    dispatcher.start();
    loops.forEach(BackgroundLoop::start);
    return true;
  }

  private synchronized void ready() {
    if (!closed()) {
      health.ready(true);
      StartupLog.ready(context.configuration().get(), port());
    }
  }

  /** Port of the HTTP server; 0 when there is none. */
  public int port() {
    return http.map(HttpServer::port).orElse(0);
  }

  /** Id of the first exchange. */
  public String exchangeId() {
    return exchanges.first().id();
  }

  /**
   * Whether the embedded queue is damaged, so that the gateway must be opened anew: opening sets
   * the damaged file aside and rebuilds the queue from the threads.
   */
  public boolean damaged() {
    return !context.shared() && queue().damaged();
  }

  /** The configuration in force. */
  public GatewayConfig inForce() {
    return context.configuration().get();
  }

  /** The queue, for commands that run in this process. */
  public DeliveryQueue queue() {
    return context.queue();
  }

  /**
   * Stops in this order: no work is taken up any more; what is in flight is finished or handed
   * back; what was settled is recorded in the threads, as far as the time suffices; all is closed
   * in reverse. From any thread, also while it starts.
   */
  @Override
  public synchronized void close() {
    if (closed()) {
      return;
    }
    closing.countDown();
    long until = System.nanoTime() + STOP_LIMIT.toNanos();
    health.ready(false);
    watched.forEach(ExchangeWiring::stop);
    loops.stream().filter(loop -> !lastLoops.contains(loop)).forEach(BackgroundLoop::stop);
    ResourceStack.close(dispatcher);
    http.ifPresent(ResourceStack::close);
    // Before history is written for the last time: who writes beside it makes a thread wait.
    watched.forEach(ResourceStack::close);
    lastLoops.forEach(BackgroundLoop::finish);
    loops.forEach(loop -> loop.awaitEnd(Duration.ofNanos(Math.max(0, until - System.nanoTime()))));
    owned.close();
  }
}
