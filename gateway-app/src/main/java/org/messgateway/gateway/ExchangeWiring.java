package org.messgateway.gateway;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.stream.Stream;
import org.messgateway.gateway.answer.AnswerReconciler;
import org.messgateway.gateway.answer.AppendedMessages;
import org.messgateway.gateway.answer.RequestBatch;
import org.messgateway.gateway.config.ExchangeConfig;
import org.messgateway.gateway.dispatch.AttemptObserver;
import org.messgateway.gateway.exchange.ChangeQueue;
import org.messgateway.gateway.exchange.ClusterLocks;
import org.messgateway.gateway.exchange.ExchangeHandle;
import org.messgateway.gateway.exchange.Fingerprint;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.ThreadCache;
import org.messgateway.gateway.exchange.remote.LargeFileLinks;
import org.messgateway.gateway.exchange.remote.OpenExchange;
import org.messgateway.gateway.exchange.remote.RemoteSettings;
import org.messgateway.gateway.exchange.remote.RemoteTroubles;
import org.messgateway.gateway.exchange.watch.ExchangeWatcher;
import org.messgateway.gateway.exchange.write.GatewayMarker;
import org.messgateway.gateway.home.BackgroundLoop;
import org.messgateway.gateway.home.ResourceStack;
import org.messgateway.gateway.http.HealthReport;
import org.messgateway.gateway.ops.Trouble;
import org.messgateway.gateway.ops.TroubleCause;
import org.messgateway.gateway.queue.DeliveryQueue;
import org.messgateway.gateway.queue.Paging;
import org.messgateway.gateway.queue.ThreadRow;
import org.messgateway.gateway.reconcile.ArchiveWorker;
import org.messgateway.gateway.reconcile.ClusterThreadLocks;
import org.messgateway.gateway.reconcile.DeadlineExpiry;
import org.messgateway.gateway.reconcile.DecidedThreads;
import org.messgateway.gateway.reconcile.ExchangeSuggestions;
import org.messgateway.gateway.reconcile.HistoryProjection;
import org.messgateway.gateway.reconcile.InitialBacklog;
import org.messgateway.gateway.reconcile.Intake;
import org.messgateway.gateway.reconcile.MissingThreads;
import org.messgateway.gateway.reconcile.OtherGatewayCheck;
import org.messgateway.gateway.reconcile.ReconcileWorkers;
import org.messgateway.gateway.reconcile.ReusedRefs;
import org.messgateway.gateway.reconcile.RoutingService;
import org.messgateway.gateway.reconcile.TakenPartitions;
import org.messgateway.gateway.reconcile.ThreadReconciler;
import org.messgateway.gateway.reconcile.ThreadUpkeep;
import org.messgateway.gateway.reconcile.UnrecordedDeliveries;

/**
 * One exchange: it is watched, its changed threads are reconciled with the queue, and history is
 * written into its threads.
 */
final class ExchangeWiring implements AutoCloseable {

  private static final Duration ARCHIVE_INTERVAL = Duration.ofHours(1);

  private static final Duration SUGGESTION_INTERVAL = Duration.ofMinutes(5);

  private static final int CHANGED_THREADS = 50_000;

  /** Bytes of threads in the caches of all exchanges together. */
  private static final long CACHED_BYTES = 48L << 20;

  private final GatewayContext gateway;
  private final OpenExchange open;
  private final ExchangeHandle exchange;
  private final RoutingService routing;
  private final InitialBacklog backlog;
  private final ReconcileWorkers reconciling;
  private final Intake intake;
  private final ExchangeWatcher watcher;
  private final TakenPartitions taken;
  private final OtherGatewayCheck others;
  private final ExchangeConfig.Keeping keeping;

  private final UnrecordedDeliveries unrecorded;

  private volatile Optional<HistoryProjection> history = Optional.empty();

  private ExchangeWiring(
      GatewayContext gateway,
      OpenExchange open,
      ExchangeHandle exchange,
      Optional<GatewayMarker> marker,
      ExchangeConfig.Keeping keeping) {
    this.others =
        new OtherGatewayCheck(exchange.exchange().directory().root(), marker, gateway.troubles());
    this.keeping = keeping;
    this.gateway = gateway;
    this.open = open;
    this.exchange = exchange;
    routing =
        new RoutingService(
            exchange.id(),
            gateway.configuration(),
            gateway.queue(),
            exchange.exchange().loader()::search,
            exchange.exchange().capabilities()::ids,
            gateway.tokens()::hasAgent,
            gateway.channels()::editable,
            gateway.clock());
    backlog =
        new InitialBacklog(
            gateway.queue().knownSince(exchange.id()),
            gateway.configuration().get().staleAfter(),
            gateway.clock());
    DecidedThreads decided =
        new DecidedThreads(
            exchange.id(),
            gateway.queue(),
            exchange.changed(),
            gateway.troubles(),
            exchange.writer(),
            gateway.clock());
    reconciling =
        new ReconcileWorkers(
            exchange.id(), gateway.queue(), exchange.changed(), reconciler(marker, decided));
    taken =
        new TakenPartitions(
            exchange.name(),
            exchange.id(),
            exchange.exchange(),
            gateway.queue(),
            exchange.changed());
    intake =
        new Intake(
            exchange,
            gateway.queue(),
            routing,
            backlog,
            decided,
            gateway.clock(),
            System::nanoTime);
    watcher = open.exchange().watcher(intake);
    unrecorded =
        new UnrecordedDeliveries(
            exchange.id(),
            ref -> exchange.changed().wants(new Ref(ref)),
            gateway.clock(),
            System::nanoTime);
    open.writer().carry(unrecorded);
  }

  /**
   * All exchanges of a configuration, in its order.
   *
   * @param gatewayId says in the exchanges which gateway tells of their threads
   * @param owned closes them
   */
  static List<ExchangeWiring> all(
      GatewayContext gateway,
      List<ExchangeConfig> configured,
      String gatewayId,
      ResourceStack owned)
      throws IOException {
    List<OpenExchange> open = new ArrayList<>();
    for (ExchangeConfig each : configured) {
      open.add(owned.own(open(gateway, each)));
    }
    List<ExchangeWiring> wired = new ArrayList<>();
    for (OpenExchange each : open) {
      ExchangeConfig config = configured.get(wired.size());
      ExchangeHandle handle = handle(gateway, config.name(), each, wired.size(), open.size());
      // What others do on a server is noticed there.
      boolean here = config.settings().isEmpty();
      Optional<GatewayMarker> marker =
          here
              ? Optional.of(owned.own(marker(handle.exchange().directory().root(), gatewayId)))
              : Optional.empty();
      wired.add(new ExchangeWiring(gateway, each, handle, marker, config.keeping()));
    }
    return wired;
  }

  private static GatewayMarker marker(Path root, String id) {
    return new GatewayMarker(
        root, id, machine(), InstantSource.system().instant(), System::nanoTime);
  }

  private static String machine() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "this-machine";
    }
  }

  private static OpenExchange open(GatewayContext gateway, ExchangeConfig config)
      throws IOException {
    return OpenExchange.of(
        config.path(),
        config.keeping().layout(),
        config.settings(),
        new ForServers(gateway),
        // Files have the time of machines, whatever a database says.
        InstantSource.system(),
        id -> gateway.shared() ? new ClusterThreadLocks(gateway.locks(), id) : ClusterLocks.ALONE,
        gateway.large());
  }

  private static ExchangeHandle handle(
      GatewayContext gateway, String name, OpenExchange open, int number, int of) {
    String id = open.exchange().directory().id();
    DeliveryQueue queue = gateway.queue();
    return new ExchangeHandle(
        name,
        id,
        number,
        open.exchange(),
        open.writer(),
        new ThreadCache(open.exchange(), CACHED_BYTES / of, System::nanoTime),
        new ChangeQueue(
            CHANGED_THREADS,
            System::nanoTime,
            ref -> queue.partitions().held().holds(id, ref.value())));
  }

  private ThreadReconciler reconciler(Optional<GatewayMarker> marker, DecidedThreads decided) {
    return new ThreadReconciler(
        exchange.exchange(),
        gateway.queue(),
        decided,
        routing,
        exchange.threads(),
        backlog,
        exchange.changed(),
        marker.isPresent() ? upkeep() : _ -> ThreadUpkeep.Upkeep.NOTHING,
        new DeadlineExpiry(exchange.writer(), gateway.clock()),
        AnswerWiring.successors(gateway, exchange),
        new MissingThreads(gateway.queue(), gateway.clock()),
        new ReusedRefs(gateway.queue(), exchange.writer(), gateway.clock()),
        gateway.large(),
        gateway.clock());
  }

  /** Not for a server's threads, which it keeps in order itself. */
  private Function<LoadedThread, ThreadUpkeep.Upkeep> upkeep() {
    AppendedMessages appended =
        new AppendedMessages(
            gateway.able(),
            AnswerReconciler.holdsAnswers(gateway.journal().answers(), exchange.id()),
            gateway.clock());
    RequestBatch batch = new RequestBatch(exchange.exchange(), exchange.changed(), gateway.clock());
    return new ThreadUpkeep(exchange.writer(), appended, batch, InstantSource.system())::of;
  }

  /** Whether another gateway tells of the threads here; to be asked every few seconds. */
  OtherGatewayCheck others() {
    return others;
  }

  /** Begins to write; before anything is watched. */
  void open() {
    open.starting().accept(exchange.changed());
    Paging.of(after -> gateway.queue().threads(exchange.id(), after, Paging.SIZE), ThreadRow::ref)
        .forEach(this::remember);
  }

  /** A thread that has not changed since the last run is not read again. */
  private void remember(ThreadRow row) {
    if (!exchange.changed().wants(new Ref(row.ref()))) {
      return;
    }
    exchange
        .exchange()
        .seenFingerprints()
        .remember(row.place(), new Fingerprint(row.inode(), row.size(), row.modified()));
  }

  void watch() {
    reconciling.start();
    watcher.start();
  }

  /** Waits until everything was listed once. */
  boolean awaitReady(Duration atMost) throws InterruptedException {
    return watcher.awaitReady(atMost);
  }

  /** Waits until everything was listed once, and what it found is in the queue. */
  boolean awaitKnown(Duration atMost) throws InterruptedException {
    long until = System.nanoTime() + atMost.toNanos();
    return watcher.awaitReady(atMost)
        && exchange.changed().awaitIdle(Duration.ofNanos(until - System.nanoTime()));
  }

  /**
   * The loops that find threads whose time has come, report the backlog of the first start, and put
   * old threads away.
   */
  List<BackgroundLoop> reconcileLoops() {
    List<BackgroundLoop> loops = new ArrayList<>();
    loops.add(
        BackgroundLoop.whileMore(
            "next looks", Duration.ofMillis(250), reconciling::takeDueThreads));
    if (gateway.shared()) {
      loops.add(taken.loop());
    }
    loops.add(BackgroundLoop.every("held tasks", Duration.ofSeconds(1), backlog::report));
    keeping.archiveAfter().map(this::archiveLoop).ifPresent(loops::add);
    if (keeping.suggests()) {
      loops.add(suggestionLoop());
    }
    return loops;
  }

  private BackgroundLoop suggestionLoop() {
    ExchangeSuggestions suggestions =
        new ExchangeSuggestions(
            exchange.exchange(),
            gateway.queue(),
            routing,
            () -> gateway.configuration().get().catalogue(),
            exchange.changed(),
            gateway.clock());
    BackgroundLoop.Step step =
        () -> {
          suggestions.turn();
          return SUGGESTION_INTERVAL;
        };
    return BackgroundLoop.stepping("suggestions", step, SUGGESTION_INTERVAL).onPlatformThread();
  }

  /** Moves one thread after the other, each with two flushes of a folder. */
  private BackgroundLoop archiveLoop(Duration after) {
    ArchiveWorker archive =
        new ArchiveWorker(
            exchange.exchange(),
            gateway.queue(),
            gateway.journal().answers(),
            exchange.changed(),
            after,
            gateway.clock());
    BackgroundLoop.Step step =
        () -> {
          int _ = archive.turn();
          return ARCHIVE_INTERVAL;
        };
    return BackgroundLoop.stepping("archive", step, ARCHIVE_INTERVAL).onPlatformThread();
  }

  /**
   * The loop that writes settled deliveries into the history of their threads.
   *
   * @param busy whether many deliveries are under way just now: history waits then
   */
  BackgroundLoop historyLoop(BooleanSupplier busy) {
    HistoryProjection projection =
        new HistoryProjection(
            unrecorded,
            gateway.shared(),
            gateway.queue(),
            exchange.writer(),
            exchange.threads(),
            exchange.changed(),
            gateway.clock(),
            busy,
            System::nanoTime);
    history = Optional.of(projection);
    // Waits for the disk, in calls that hold a virtual thread's carrier.
    return BackgroundLoop.whileMore("history", Duration.ofSeconds(1), projection::turn)
        .onPlatformThread();
  }

  ExchangeHandle exchange() {
    return exchange;
  }

  /** Hears of each attempt, for history. */
  AttemptObserver unrecorded() {
    return unrecorded;
  }

  RoutingService routing() {
    return routing;
  }

  /**
   * For {@code /health}. A server that is away does not keep its exchange from being read: the copy
   * is here.
   */
  HealthReport.Watched health() {
    return new HealthReport.Watched(
        exchange.name(),
        exchange.id(),
        watcher::reachable,
        open.answers(),
        exchange.changed()::waiting,
        others::other);
  }

  /** The loops that watch, reconcile and keep the exchange in order; it starts and ends them. */
  List<BackgroundLoop> ownLoops() {
    return Stream.of(List.of(watcher.loop()), reconciling.loops(), open.loops())
        .flatMap(List::stream)
        .toList();
  }

  /** No change is seen or taken up any more; returns at once. */
  void stop() {
    watcher.stop();
    reconciling.stop();
  }

  /**
   * Ends watching and reconciling, so that history may be written for the last time; the exchange
   * itself belongs to the gateway.
   */
  @Override
  public void close() {
    watcher.close();
    intake.close();
    reconciling.close();
    history.ifPresent(HistoryProjection::waitNoLonger);
  }

  /** Links to large files and troubles, for exchanges on servers. */
  private record ForServers(GatewayContext gateway) implements OpenExchange.RemoteNeeds {

    @Override
    public LargeFileLinks links(RemoteSettings settings) {
      return (ref, name, from) ->
          gateway
              .links()
              .reading(
                  gateway.configuration().get().clientUrl(),
                  settings.id(),
                  ref.value(),
                  from,
                  name);
    }

    @Override
    public RemoteTroubles troubles(RemoteSettings settings) {
      String exchange = settings.shown();
      return new RemoteTroubles() {
        @Override
        public void wrong(boolean credential, String what, String remedy) {
          TroubleCause cause = credential ? TroubleCause.CREDENTIAL : TroubleCause.CONFIGURATION;
          gateway.troubles().report(new Trouble(cause, exchange, what, remedy));
        }

        @Override
        public void over() {
          gateway.troubles().mended(TroubleCause.CREDENTIAL, exchange);
          gateway.troubles().mended(TroubleCause.CONFIGURATION, exchange);
        }
      };
    }
  }
}
