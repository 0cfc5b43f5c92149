package org.messgateway.gateway.dispatch;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
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
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Address;
import org.messgateway.api.FailureReason;
import org.messgateway.api.Notification;
import org.messgateway.api.NotificationContent;
import org.messgateway.api.NotificationKind;
import org.messgateway.api.Recipient;
import org.messgateway.api.TaskDocument;
import org.messgateway.api.mess.Envelope;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.Priority;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.queue.Completion;
import org.messgateway.gateway.queue.DeliveryFilter;
import org.messgateway.gateway.queue.DeliveryQueue;
import org.messgateway.gateway.queue.DeliveryRow;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.DesiredDelivery;
import org.messgateway.gateway.queue.Identity;
import org.messgateway.gateway.queue.Settlement;
import org.messgateway.gateway.queue.TakenDelivery;
import org.messgateway.gateway.queue.ThreadRow;
import org.messgateway.gateway.queue.jdbc.OpenedQueue;
import org.messgateway.gateway.queue.jdbc.SqliteStore;
import org.messgateway.gateway.queue.journal.Journal;

/** A dispatcher over a real queue in a real file, with moved time and scripted channels. */
final class DispatchScene implements AutoCloseable {

  static final String EXCHANGE = "x1";

  /** Real time; only a machine that is stuck takes as long. */
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  /** Real time between two looks at what other threads do. */
  private static final Duration GLANCE = Duration.ofMillis(1);

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
  volatile Function<TakenDelivery, SendDecision> wanted = this::send;
  volatile boolean stopsFail;
  DeliveryQueue queue;
  Journal journal;

  /** Where tasks are asked about, by executor. */
  final Map<String, Address> polled = new ConcurrentHashMap<>();

  DispatchSettings settings = quick(DispatchSettings.defaults());
  UnaryOperator<DeliveryQueue> around = UnaryOperator.identity();
  private final AtomicInteger storeCalls = new AtomicInteger();
  private volatile @Nullable Dispatcher dispatcher;

  DispatchScene(Path folder) {
    this(folder, false);
  }

  /**
   * @param real runs by the machine's clock instead of moved time
   */
  DispatchScene(Path folder, boolean real) {
    this.folder = folder;
    this.timers = real ? new SystemTimers() : time;
    this.clock = real ? InstantSource.system() : time;
    this.hook = new ScriptedChannel("hook", timers);
    channels.put("hook", hook);
    OpenedQueue opened = open();
    this.queue = opened.queue();
    this.journal = opened.journal();
  }

  /** No real pauses between quick tries. */
  static DispatchSettings quick(DispatchSettings s) {
    return new DispatchSettings(
        s.attempts(),
        s.bytes(),
        s.lanes(),
        s.attemptLimit(),
        s.grace(),
        Duration.ZERO,
        s.hold(),
        s.renewEvery(),
        s.renewLimit(),
        s.stopLimit());
  }

  private OpenedQueue open() {
    return SqliteStore.in(folder, clock).open("node-1");
  }

  DispatchScene channel(Channel channel) {
    channels.put(channel.name(), channel);
    return this;
  }

  void remove(String channel) {
    channels.remove(channel);
  }

  DispatchScene start() {
    Dispatcher started = new Dispatcher(ports(), settings);
    started.start();
    dispatcher = started;
    return this;
  }

  Dispatcher dispatcher() {
    return Objects.requireNonNull(dispatcher);
  }

  Channels channels() {
    return new ChannelMap();
  }

  private Dispatcher.Ports ports() {
    return new Dispatcher.Ports(
        counted(around.apply(queue)),
        channels(),
        new ScriptedStage(),
        identity -> Optional.ofNullable(polled.get(identity.executor())),
        journal.laterReplies(),
        new MemoryStops(),
        new EventLog(),
        new ReportLog(),
        clock,
        clock,
        timers,
        () -> 0.5);
  }

  /** Notes for how many calls dispatch waits. */
  private DeliveryQueue counted(DeliveryQueue store) {
    return (DeliveryQueue)
        Proxy.newProxyInstance(
            DispatchScene.class.getClassLoader(),
            new Class<?>[] {DeliveryQueue.class},
            (_, method, arguments) -> {
              storeCalls.incrementAndGet();
              if (arguments != null
                  && arguments[arguments.length - 1] instanceof Completion<?> end) {
                arguments[arguments.length - 1] = counted(end);
              }
              try {
                return method.invoke(store, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause() == null ? e : e.getCause();
              } finally {
                storeCalls.decrementAndGet();
              }
            });
  }

  /** A change under way is one that dispatch waits for. */
  private <T> Completion<T> counted(Completion<T> end) {
    storeCalls.incrementAndGet();
    return new Completion<>() {
      @Override
      public void done(T result) {
        end.done(result);
        storeCalls.decrementAndGet();
      }

      @Override
      public void failed(RuntimeException why) {
        end.failed(why);
        storeCalls.decrementAndGet();
      }
    };
  }

  /** As after kill -9: what was in flight stays as it is in the file. */
  void reopen() {
    queue.close();
    OpenedQueue opened = open();
    queue = opened.queue();
    journal = opened.journal();
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

  DesiredDelivery wish(Identity identity, Priority priority, @Nullable Instant deadline) {
    return new DesiredDelivery(
        identity, List.of(identity.executor()), false, priority, clock.instant(), deadline);
  }

  void want(String ref, List<DesiredDelivery> wishes) {
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

  SendDecision send(TakenDelivery delivery) {
    return new SendDecision.Send(notification(delivery), 1000);
  }

  Notification notification(TakenDelivery delivery) {
    return notificationOf(delivery);
  }

  static Notification notificationOf(TakenDelivery delivery) {
    Identity identity = delivery.identity();
    return new Notification(
        delivery.id(),
        new NotificationContent.TaskRequest(),
        "Test home",
        Address.configured(identity.address()),
        List.of(new Recipient(identity.executor(), identity.executor(), ZoneOffset.UTC)),
        thread(identity.ref()),
        delivery.deadline(),
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

  /** The next report; time creeps where dispatch waits for it. */
  AttemptReport next() {
    until("no attempt", () -> !reports.isEmpty());
    return reports.remove();
  }

  /** The next report, of an attempt that is made again. */
  Settlement.Retry nextDeferral() {
    return assertInstanceOf(Settlement.Retry.class, next().result());
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
   * @param creep how far time moves between two looks, where dispatch waits for it
   */
  void until(String what, Duration creep, BooleanSupplier condition) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.getAsBoolean()) {
      assertTrue(System.nanoTime() < end, () -> what + "; rows " + rows() + ", seen " + seen);
      glance();
      if (rests() && !condition.getAsBoolean()) {
        time.advance(creep);
      }
    }
  }

  /**
   * Whether dispatch does nothing until time moves or the test acts. Time that moved while a thread
   * is at work would make a slow machine look like a slow service. Looked at twice, because one
   * thread may wake another that was looked at before.
   */
  private boolean rests() {
    if (timers != time) {
      return true;
    }
    boolean first = everyThreadWaits();
    return first && everyThreadWaits();
  }

  private boolean everyThreadWaits() {
    Dispatcher running = dispatcher;
    List<Thread> threads = new ArrayList<>(time.threads());
    if (running != null) {
      running.workers().forEach(threads::add);
    }
    threads.remove(Thread.currentThread());
    return storeCalls.get() == 0 && threads.stream().allMatch(DispatchScene::waits);
  }

  private static boolean waits(Thread thread) {
    return switch (thread.getState()) {
      case WAITING, TIMED_WAITING, TERMINATED -> true;
      case NEW, RUNNABLE, BLOCKED -> false;
    };
  }

  private void awaitRest() {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!rests()) {
      assertTrue(System.nanoTime() < end, () -> "dispatch does not come to rest; seen " + seen);
      glance();
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
      awaitRest();
      time.advance(duration.dividedBy(steps));
      glance();
      awaitRest();
      assertTrue(reports.isEmpty(), () -> "nothing should be attempted but " + reports);
    }
  }

  /** Moves time in steps until the next attempt. */
  void untilNext(Duration step, Duration most) {
    long start = time.nanos();
    awaitRest();
    while (reports.isEmpty() && time.nanos() - start < most.toNanos()) {
      time.advance(step);
      glance();
      awaitRest();
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
      if (rests()) {
        time.advance(Duration.ofMillis(100));
      }
    }
  }

  private final class ChannelMap implements Channels {
    @Override
    public Optional<Channel> channel(String name) {
      return Optional.ofNullable(channels.get(name));
    }

    @Override
    public Collection<Channel> all() {
      return List.copyOf(channels.values());
    }
  }

  private final class ScriptedStage implements SendStage {
    @Override
    public long weight(TakenDelivery delivery) {
      return 1000;
    }

    @Override
    public SendDecision decide(TakenDelivery delivery) {
      return wanted.apply(delivery);
    }
  }

  private final class MemoryStops implements AddressStops {
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

  private final class EventLog implements DeliveryEvents {
    @Override
    public void settled(Identity identity, DeliveryState state) {
      events.add(identity.ref() + " " + state.code());
    }

    @Override
    public void waits(Identity identity, Instant until) {
      events.add(identity.ref() + " waits");
    }
  }

  private final class ReportLog implements AttemptObserver {
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
