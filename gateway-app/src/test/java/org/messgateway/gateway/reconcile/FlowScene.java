package org.messgateway.gateway.reconcile;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.messgateway.api.Address;
import org.messgateway.api.Audience;
import org.messgateway.api.Receipt;
import org.messgateway.api.mess.HistoryEntry;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.Requirement;
import org.messgateway.api.mess.ThreadFolder;
import org.messgateway.gateway.answer.AgentThreadIndex;
import org.messgateway.gateway.answer.AppendedMessages;
import org.messgateway.gateway.answer.NamedExecutors;
import org.messgateway.gateway.answer.RequestBatch;
import org.messgateway.gateway.answer.SuccessorThreads;
import org.messgateway.gateway.config.CurrentConfig;
import org.messgateway.gateway.config.ExchangeConfig;
import org.messgateway.gateway.config.GatewayConfig;
import org.messgateway.gateway.config.GatewayConfig.InFlightBounds;
import org.messgateway.gateway.config.HttpConfig;
import org.messgateway.gateway.exchange.ChangeQueue;
import org.messgateway.gateway.exchange.Exchange;
import org.messgateway.gateway.exchange.ExchangeDirectory;
import org.messgateway.gateway.exchange.ExchangeHandle;
import org.messgateway.gateway.exchange.ExchangeLimits;
import org.messgateway.gateway.exchange.LargeWork;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.exchange.LocalFiles;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.ThreadCache;
import org.messgateway.gateway.exchange.ThreadReadResult;
import org.messgateway.gateway.exchange.view.EarlierThreads;
import org.messgateway.gateway.links.LinkFactory;
import org.messgateway.gateway.links.LinkKey;
import org.messgateway.gateway.links.LinkTokens;
import org.messgateway.gateway.links.ShortCodes;
import org.messgateway.gateway.notify.NotificationFactory;
import org.messgateway.gateway.notify.RoutingRecheckStage;
import org.messgateway.gateway.ops.ActiveTroubles;
import org.messgateway.gateway.queue.BreakerUpdate;
import org.messgateway.gateway.queue.DeliveryQueue;
import org.messgateway.gateway.queue.DeliveryRow;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.LaneLease;
import org.messgateway.gateway.queue.MovableClock;
import org.messgateway.gateway.queue.QueueException;
import org.messgateway.gateway.queue.ReconcileRequest;
import org.messgateway.gateway.queue.Settlement;
import org.messgateway.gateway.queue.TakenDelivery;
import org.messgateway.gateway.queue.ThreadRow;
import org.messgateway.gateway.queue.jdbc.SqliteStore;
import org.messgateway.gateway.routing.Agent;
import org.messgateway.gateway.routing.Availability;
import org.messgateway.gateway.routing.CapableExecutors;
import org.messgateway.gateway.routing.Catalogue;
import org.messgateway.gateway.routing.Executor;
import org.messgateway.gateway.routing.NotifyPlan;
import org.messgateway.gateway.routing.NotifyPlan.ChannelAddress;
import org.messgateway.gateway.routing.Preferences;
import org.messgateway.gateway.routing.ReminderPolicy;
import org.messgateway.gateway.routing.Rule;

/** A real exchange and a real queue with a flow between them; Ana can take photos. */
public final class FlowScene implements AutoCloseable {

  static final Duration STALE_AFTER = Duration.ofHours(24);

  public final MovableClock clock = new MovableClock();
  public final Exchange exchange;
  final AtomicLong nanos = new AtomicLong();
  final ChangeQueue changed = new ChangeQueue(1000, nanos::get);
  public final DeliveryQueue queue;
  public final CurrentConfig configuration;
  private final Path home;
  private final InitialBacklog stale;
  public final ThreadCache threads;
  final RoutingService routing;
  private final DecidedThreads decided;
  private final ThreadReconciler flow;
  final Set<String> refused = new HashSet<>();
  final Set<String> agentsWithToken = new HashSet<>();
  private final Map<String, Agent> agents = new HashMap<>();
  private final Map<String, Instant> created = new HashMap<>();

  public FlowScene(Path home) {
    this(home, "first");
  }

  /**
   * @param queueName another name is another queue: the one before was lost
   */
  public FlowScene(Path home, String queueName) {
    this.home = home;
    try {
      exchange =
          new Exchange(
              ExchangeDirectory.open(home, ExchangeDirectory.Access.WRITE),
              ExchangeLimits.DEFAULT,
              clock,
              () -> 0);
      Path folder = Files.createDirectories(home.resolve(".gateway").resolve(queueName));
      queue = SqliteStore.in(folder, clock).open("node-1").queue();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    configuration = new CurrentConfig(config(photographer("ana")));
    stale = new InitialBacklog(queue.knownSince(id()), STALE_AFTER, clock);
    threads = new ThreadCache(exchange, 48L << 20, System::nanoTime);
    routing =
        new RoutingService(
            id(),
            configuration,
            queue,
            exchange.loader()::search,
            exchange.capabilities()::ids,
            agentsWithToken::contains,
            "slack"::equals,
            clock);
    decided =
        new DecidedThreads(
            id(), refusing(queue), changed, new ActiveTroubles(clock), exchange.writer(), clock);
    flow =
        new ThreadReconciler(
            exchange,
            queue,
            decided,
            routing,
            threads,
            stale,
            changed,
            new ThreadUpkeep(
                    exchange.writer(),
                    new AppendedMessages(this::able, _ -> true, clock),
                    new RequestBatch(exchange, changed, clock),
                    clock)
                ::of,
            new DeadlineExpiry(exchange.writer(), clock),
            new SuccessorThreads(
                exchange.writer(),
                changed,
                new NamedExecutors(this::names),
                new AgentThreadIndex(exchange, queue),
                clock),
            new MissingThreads(queue, clock),
            new ReusedRefs(queue, exchange.writer(), clock),
            LargeWork.ofHeap(),
            clock);
  }

  private Set<String> able(MessThread thread, Set<String> declined) {
    Set<String> able = new HashSet<>(CapableExecutors.of(thread, configuration.get().catalogue()));
    able.removeAll(declined);
    return able;
  }

  private Map<String, String> names() {
    Map<String, String> names = new LinkedHashMap<>();
    configuration.get().catalogue().executors().forEach((id, each) -> names.put(id, each.name()));
    return names;
  }

  public String id() {
    return exchange.directory().id();
  }

  public void executors(Executor... executors) {
    configuration.replace(config(executors));
  }

  /** From now on people call an agent by this name. */
  public void agent(String id, String name) {
    agents.put(id, new Agent(id, name, List.of()));
    executors(configuration.get().catalogue().executors().values().toArray(Executor[]::new));
  }

  public static Executor photographer(String id) {
    return able(id, "take-photo");
  }

  /** A photographer who sees what others say. */
  public static Executor seeing(String id) {
    return able(id, "take-photo", "U-" + id, true);
  }

  /** A photographer at another's address. */
  public static Executor photographerAt(String address, String id) {
    return able(id, "take-photo", address, false);
  }

  static Executor able(String id, String capability) {
    return able(id, capability, "U-" + id, false);
  }

  private static Executor able(String id, String capability, String address, boolean seesThread) {
    return new Executor(
        id,
        id,
        List.of(new Requirement(capability)),
        List.of(),
        new Availability.Always(),
        new NotifyPlan(
            false,
            NotifyPlan.DEFAULT_AFTER,
            List.of(new ChannelAddress("slack", Address.configured(address)))),
        Preferences.NONE,
        ZoneOffset.UTC,
        seesThread);
  }

  private GatewayConfig config(Executor... executors) {
    Map<String, Executor> byId = new LinkedHashMap<>();
    Arrays.stream(executors).forEach(executor -> byId.put(executor.id(), executor));
    return new GatewayConfig(
        home,
        "claude-agent",
        "Home",
        URI.create("http://mess.example.test:8420"),
        new HttpConfig(false, "127.0.0.1", 0, null),
        Optional.empty(),
        new ExchangeConfig(home, List.of()),
        new InFlightBounds(8, 1 << 20),
        List.of(),
        STALE_AFTER,
        Optional.empty(),
        new Catalogue(
            byId,
            List.of(),
            Rule.EVERYONE,
            Map.of("slack", Audience.PEOPLE),
            ReminderPolicy.DEFAULT,
            agents),
        Map.of(),
        Map.of(),
        Map.of());
  }

  /** Puts a thread there that was written an hour ago by the scene's clock. */
  Path thread(ThreadFolder folder, String ref, String text) {
    return write(home.resolve(folder.directory()).resolve(ref + ".messe-af.yaml"), text);
  }

  public Path thread(String ref, String text) {
    return thread(ThreadFolder.RECEIVED, ref, text);
  }

  public Path write(Path file, String text) {
    try {
      Files.writeString(file, text);
      Files.setLastModifiedTime(file, FileTime.from(clock.instant().minus(Duration.ofHours(1))));
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Created half an hour ago, when first written: what it waits for may still come. */
  public String task(String ref, String status, String request) {
    Instant half = clock.instant().minus(Duration.ofMinutes(30));
    return task(ref, status, created.computeIfAbsent(ref, _ -> half), request);
  }

  /**
   * A thread with one request.
   *
   * @param request further lines of the request, indented by six
   */
  public static String task(String ref, String status, Instant created, String request) {
    return """
    ref: %s
    requestor: claude-agent
    executor: null
    status: %s
    created: %s
    updated: %s
    intent: look
    history:
      - action: created
        at: %s
        by: claude-agent
    ---
    from: claude-agent
    received: %s
    MESS:
      - request:
          intent: look
    """
            .formatted(ref, status, created, created, created, created)
        + request.indent(6);
  }

  /** The queue, which stores nothing of those that are refused, nor what comes with them. */
  private DeliveryQueue refusing(DeliveryQueue real) {
    return (DeliveryQueue)
        Proxy.newProxyInstance(
            DeliveryQueue.class.getClassLoader(),
            new Class<?>[] {DeliveryQueue.class},
            (_, method, arguments) -> {
              if (method.getName().equals("reconcileAll")
                  && ((List<?>) arguments[0])
                      .stream()
                          .map(ReconcileRequest.class::cast)
                          .anyMatch(request -> refused.contains(request.thread().ref()))) {
                throw new QueueException(QueueException.StoreFailure.BUSY, "not now", null);
              }
              return method.invoke(real, arguments);
            });
  }

  public void look(String ref) {
    flow.look(new Ref(ref));
  }

  /** Looks at several together; returns those that failed. */
  List<String> lookTogether(String... refs) {
    List<String> failed = new ArrayList<>();
    flow.look(Stream.of(refs).map(Ref::new).toList(), (ref, _) -> failed.add(ref.value()));
    return failed;
  }

  /** What decides on the thread that hears. */
  Intake intake(DeliveryQueue store) {
    return new Intake(handle(), store, routing, stale, decided, clock, () -> 0);
  }

  public ExchangeHandle handle() {
    return new ExchangeHandle("home", id(), 0, exchange, exchange.writer(), threads, changed);
  }

  public LinkFactory links() {
    LinkKey key = LinkKey.of(new byte[32], Optional.empty());
    return new LinkFactory(new LinkTokens(key, clock), new ShortCodes(key), clock);
  }

  InitialBacklog stale() {
    return stale;
  }

  ThreadRow row(String ref) {
    return queue.thread(id(), ref).orElseThrow();
  }

  /** What is decided right before sending, over these channels. */
  public RoutingRecheckStage wantedNow(FakeChannels channels) {
    return new RoutingRecheckStage(
        id(),
        queue,
        threads,
        routing,
        new NotificationFactory(
            configuration,
            (_, _) -> LocalFiles.NONE,
            _ ->
                new EarlierThreads(
                    ref -> threads.load(ref).complete().map(LoadedThread::thread),
                    (requestor, id) ->
                        queue.threadByClientId(id(), requestor, id).map(ThreadRow::ref)),
            links(),
            channels::ability,
            FakeReplyCodes::new),
        channels::editable,
        channels::polled,
        new MissingThreads(queue, clock),
        clock);
  }

  /** Everything that may go now is delivered; what it was, as {@code taken bob}. */
  public List<String> deliverAll() {
    List<String> delivered = new ArrayList<>();
    for (List<TakenDelivery> ready = takeAll(); !ready.isEmpty(); ready = takeAll()) {
      for (TakenDelivery delivery : ready) {
        settle(delivery);
        delivered.add(delivery.identity().kind().code() + " " + delivery.identity().executor());
      }
    }
    delivered.sort(String::compareTo);
    return delivered;
  }

  public void settle(TakenDelivery delivery) {
    settle(delivery, Receipt.of("ts", delivery.identity().executor()));
  }

  /** It is delivered, with this receipt. */
  public void settle(TakenDelivery delivery, Receipt receipt) {
    queue.settle(
        delivery,
        clock.instant(),
        new Settlement.Delivered(receipt, null),
        new BreakerUpdate.Healthy());
  }

  /** Everything that may go now is in flight. */
  public List<TakenDelivery> takeAll() {
    List<TakenDelivery> deliveries = new ArrayList<>();
    for (LaneLease lane : queue.lease(100)) {
      deliveries.addAll(queue.take(lane, 100));
      queue.release(lane);
    }
    return deliveries;
  }

  /** Rows of a thread: {@code taken bob queued}. */
  public List<String> rows(String ref) {
    return queue.deliveries(id(), ref).stream()
        .map(row ->
            "%s %s %s"
                .formatted(
                    row.identity().kind().code(), row.identity().executor(), row.state().code()))
        .sorted()
        .toList();
  }

  List<DeliveryState> states(String ref) {
    return queue.deliveries(id(), ref).stream().map(DeliveryRow::state).toList();
  }

  public LoadedThread loaded(String ref) {
    return switch (exchange.loader().load(new Ref(ref))) {
      case ThreadReadResult.Complete complete -> complete.thread();
      case ThreadReadResult.Incomplete other -> throw new AssertionError(other);
      case ThreadReadResult.Unreadable other -> throw new AssertionError(other);
      case ThreadReadResult.Absent other -> throw new AssertionError(other);
    };
  }

  public List<HistoryEntry> history(String ref) {
    return loaded(ref).thread().envelope().history();
  }

  /** Threads somebody was asked to look at, which are then looked at no more. */
  Set<String> woken() throws InterruptedException {
    Set<String> woken = new TreeSet<>();
    List<Ref> refs = changed.take(1000, Duration.ZERO);
    refs.forEach(ref -> woken.add(ref.value()));
    changed.done(refs);
    return woken;
  }

  public Set<String> due() {
    Set<String> due = new TreeSet<>();
    queue.dueThreads(id(), 100).forEach(row -> due.add(row.ref()));
    return due;
  }

  @Override
  public void close() {
    queue.close();
    exchange.close();
  }
}
