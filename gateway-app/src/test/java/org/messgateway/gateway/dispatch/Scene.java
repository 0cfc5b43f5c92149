package org.messgateway.gateway.dispatch;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Address;
import org.messgateway.api.FailureReason;
import org.messgateway.api.News;
import org.messgateway.api.Notification;
import org.messgateway.api.NotificationKind;
import org.messgateway.api.Recipient;
import org.messgateway.api.TaskDocument;
import org.messgateway.api.mess.Envelope;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.Priority;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.queue.DeliveryFilter;
import org.messgateway.gateway.queue.DeliveryQueue;
import org.messgateway.gateway.queue.DeliveryRow;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.Identity;
import org.messgateway.gateway.queue.TakenDelivery;
import org.messgateway.gateway.queue.ThreadRow;
import org.messgateway.gateway.queue.WantedDelivery;
import org.messgateway.gateway.queue.jdbc.SqliteStore;
import org.messgateway.gateway.telemetry.AttemptObserver;
import org.messgateway.gateway.telemetry.AttemptReport;

/** A dispatcher over a real queue in a real file, with moved time and scripted channels. */
final class Scene implements AutoCloseable {

  static final String EXCHANGE = "x1";
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final Duration GLANCE = Duration.ofMillis(5);
  private static final Duration CREEP = Duration.ofMillis(20);

  /** Larger ones would outlast a lease. */
  private static final Duration LARGEST_STEP = Duration.ofSeconds(3);

  final MovedTime time = new MovedTime();
  final Timers timers;
  final InstantSource clock;
  final BlockingQueue<AttemptReport> reports = new LinkedBlockingQueue<>();
  final List<AttemptReport> seen = new CopyOnWriteArrayList<>();
  final List<String> events = new CopyOnWriteArrayList<>();
  final Map<String, String> stopped = new ConcurrentHashMap<>();
  final ScriptedChannel hook;
  private final Map<String, Channel> channels = new ConcurrentHashMap<>();
  private final Path folder;
  volatile Function<TakenDelivery, Decision> wanted = this::send;
  volatile boolean stopsFail;
  DeliveryQueue queue;
  DispatchSettings settings = quick(DispatchSettings.defaults());
  UnaryOperator<DeliveryQueue> around = UnaryOperator.identity();
  private @Nullable Dispatcher dispatcher;

  Scene(Path folder) {
    this(folder, false);
  }

  /**
   * @param real runs by the machine's clock instead of moved time
   */
  Scene(Path folder, boolean real) {
    this.folder = folder;
    this.timers = real ? new SystemTimers() : time;
    this.clock = real ? InstantSource.system() : time;
    this.hook = new ScriptedChannel("hook", timers);
    channels.put("hook", hook);
    this.queue = open();
  }

  /** No real pauses between quick tries. */
  static DispatchSettings quick(DispatchSettings s) {
    return new DispatchSettings(
        s.attempts(),
        s.bytes(),
        s.lanes(),
        s.attemptLimit(),
        s.grace(),
        Duration.ofMillis(1),
        s.probes(),
        s.hold(),
        s.renewEvery(),
        s.renewLimit(),
        s.stopLimit());
  }

  private DeliveryQueue open() {
    return SqliteStore.in(folder, clock).open("node-1").queue();
  }

  Scene channel(Channel channel) {
    channels.put(channel.name(), channel);
    return this;
  }

  void remove(String channel) {
    channels.remove(channel);
  }

  Scene start() {
    Dispatcher started = new Dispatcher(ports(), settings);
    started.start();
    dispatcher = started;
    return this;
  }

  Dispatcher dispatcher() {
    return Objects.requireNonNull(dispatcher);
  }

  Channels channels() {
    return new Lookups();
  }

  private DispatchPorts ports() {
    return new DispatchPorts(
        around.apply(queue),
        channels(),
        new Wishes(),
        new Stops(),
        new Events(),
        new Reports(),
        clock,
        clock,
        timers,
        () -> 0.5);
  }

  /** As after kill -9: what was in flight stays as it is in the file. */
  void reopen() {
    queue.close();
    queue = open();
  }

  // What routing would want.

  Identity identity(String ref, String channel, String address) {
    return new Identity(EXCHANGE, ref, "robot", channel, address, NotificationKind.REQUEST, 0);
  }

  Identity want(String ref, String address) {
    return want(ref, "hook", address, null);
  }

  Identity want(String ref, String channel, String address, @Nullable Instant deadline) {
    Identity identity = identity(ref, channel, address);
    want(ref, List.of(wish(identity, Priority.NORMAL, deadline)));
    return identity;
  }

  WantedDelivery wish(Identity identity, Priority priority, @Nullable Instant deadline) {
    return new WantedDelivery(
        identity, List.of(identity.executor()), false, priority, clock.instant(), deadline);
  }

  void want(String ref, List<WantedDelivery> wishes) {
    queue.reconcile(
        new ThreadRow(
            EXCHANGE,
            ref,
            "state=received/" + ref,
            1,
            1,
            clock.instant(),
            "pending",
            0,
            null,
            null),
        Set.of(),
        wishes,
        List.of());
  }

  Decision send(TakenDelivery taken) {
    return new Decision.Send(notification(taken), 1000);
  }

  Notification notification(TakenDelivery taken) {
    return notificationOf(taken);
  }

  static Notification notificationOf(TakenDelivery taken) {
    Identity identity = taken.identity();
    return new Notification(
        taken.id(),
        new News.Request(),
        "Test home",
        Address.configured(identity.address()),
        List.of(new Recipient(identity.executor(), identity.executor(), ZoneOffset.UTC)),
        thread(identity.ref()),
        taken.deadline(),
        null,
        Set.of(),
        new NoDocument());
  }

  private static MessThread thread(String ref) {
    return new MessThread(
        ref,
        new Envelope(
            ref,
            "agent",
            null,
            ThreadStatus.PENDING,
            null,
            null,
            "do it",
            null,
            null,
            null,
            null,
            false,
            List.of()),
        List.of());
  }

  // Waiting for what happens on other threads.

  /** The next report; time creeps meanwhile, so that no shortest rest holds it up. */
  AttemptReport next() {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (System.nanoTime() < end) {
      AttemptReport report = poll();
      if (report != null) {
        return report;
      }
      time.advance(CREEP);
    }
    return fail("no attempt within " + PATIENCE + "; so far " + seen + ", rows " + rows());
  }

  private @Nullable AttemptReport poll() {
    try {
      return reports.poll(GLANCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return fail("interrupted", e);
    }
  }

  List<AttemptReport> next(int count) {
    List<AttemptReport> found = new ArrayList<>();
    while (found.size() < count) {
      found.add(next());
    }
    return found;
  }

  void until(String what, BooleanSupplier condition) {
    until(what, CREEP, condition);
  }

  /**
   * @param creep how far time moves between two looks
   */
  void until(String what, Duration creep, BooleanSupplier condition) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.getAsBoolean()) {
      assertTrue(System.nanoTime() < end, () -> what + "; rows " + rows() + ", seen " + seen);
      glance();
      time.advance(creep);
    }
  }

  /** Lets other threads go on. */
  private static boolean glance() {
    try {
      return new CountDownLatch(1).await(GLANCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    }
  }

  /** Nothing is attempted although this much time passes, in steps. */
  void nothingFor(Duration duration) {
    long steps = Math.max(20, duration.dividedBy(LARGEST_STEP));
    for (long i = 0; i < steps; i++) {
      time.advance(duration.dividedBy(steps));
      AttemptReport report = poll();
      assertTrue(report == null, () -> "nothing should be attempted but " + report);
    }
  }

  /** Moves time in steps until the next attempt. */
  void untilNext(Duration step, Duration most) {
    long start = time.nanos();
    while (reports.isEmpty() && time.nanos() - start < most.toNanos()) {
      time.advance(step);
      glance();
    }
    until("an attempt within " + most, () -> !reports.isEmpty());
  }

  List<DeliveryRow> rows() {
    return queue.find(DeliveryFilter.ALL, 1000);
  }

  DeliveryRow row(Identity identity) {
    return rows().stream().filter(row -> row.identity().equals(identity)).findFirst().orElseThrow();
  }

  long count(DeliveryState state) {
    return queue.figures().deliveries().getOrDefault(state, 0L);
  }

  @Override
  public void close() {
    stop();
    queue.close();
    if (timers instanceof SystemTimers system) {
      system.close();
    }
  }

  /** Stops the dispatcher while time goes on; the queue stays open. */
  void stop() {
    Dispatcher stopping = dispatcher;
    if (stopping != null) {
      Thread pushing = Thread.ofVirtual().start(this::pushTime);
      stopping.close();
      pushing.interrupt();
      dispatcher = null;
    }
  }

  /** A stop waits by the timers; somebody has to move them. */
  private void pushTime() {
    while (!Thread.currentThread().isInterrupted() && !glance()) {
      time.advance(Duration.ofMillis(100));
    }
  }

  private final class Lookups implements Channels {
    @Override
    public Optional<Channel> channel(String name) {
      return Optional.ofNullable(channels.get(name));
    }

    @Override
    public Collection<Channel> all() {
      return List.copyOf(channels.values());
    }
  }

  private final class Wishes implements Wanted {
    @Override
    public long weight(TakenDelivery taken) {
      return 1000;
    }

    @Override
    public Decision wanted(TakenDelivery taken) {
      return wanted.apply(taken);
    }
  }

  private final class Stops implements AddressStops {
    @Override
    public boolean stopped(String channel, String address) {
      return stopped.containsKey(address);
    }

    @Override
    public void stop(String channel, String address, String reason) {
      if (stopsFail) {
        throw new IllegalStateException("disk full");
      }
      stopped.put(address, reason);
    }
  }

  private final class Events implements DeliveryEvents {
    @Override
    public void settled(Identity identity, DeliveryState state) {
      events.add(identity.ref() + " " + state.code());
    }

    @Override
    public void waits(Identity identity, Instant until) {
      events.add(identity.ref() + " waits");
    }
  }

  private final class Reports implements AttemptObserver {
    @Override
    public void attempted(AttemptReport report) {
      seen.add(report);
      reports.add(report);
    }

    @Override
    public void corrected(Identity identity, FailureReason reason, String sentence) {
      events.add(identity.ref() + " corrected " + reason.code());
    }
  }

  private static final class NoDocument implements TaskDocument {
    @Override
    public byte[] yaml(int maxBytes) {
      return new byte[0];
    }

    @Override
    public byte[] json(int maxBytes) {
      return new byte[0];
    }
  }
}
