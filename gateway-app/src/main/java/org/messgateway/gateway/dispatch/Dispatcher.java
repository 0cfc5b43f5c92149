package org.messgateway.gateway.dispatch;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.home.BackgroundLoop;
import org.messgateway.gateway.queue.DeliveryQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends due deliveries from {@link #start()} to {@link #close()}: composes the parts of this
 * package, starts their loops, and stops them in order.
 */
public final class Dispatcher implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Dispatcher.class);
  private static final Duration LAST_SETTLEMENTS = Duration.ofSeconds(3);

  private final DeliveryQueue queue;
  private final DispatchPorts ports;
  private final DispatchSettings settings;
  private final Timers timers;
  private final DispatchContext context;
  private final LeaseKeeper keeper;
  private final Settler settler;
  private final ReceiptVerifier receiptVerifier;
  private final TaskPoller taskPoller;
  private final WorkerThreads threads = new WorkerThreads();
  private final Senders senders;
  private final UnsettledAttempts unsettled;
  private final LaneLeaser laneLeaser;
  private final BackgroundLoop keeping;

  public Dispatcher(DispatchPorts ports, DispatchSettings settings) {
    this.ports = ports;
    this.queue = ports.queue();
    this.settings = settings;
    this.timers = ports.timers();
    this.senders = new Senders(threads, timers);
    this.unsettled = new UnsettledAttempts(timers, shortest(settings));
    this.keeper =
        new LeaseKeeper(
            queue,
            timers,
            ports.machine(),
            settings,
            this::stopWorkers,
            () -> probeNow(null, null));
    this.keeping =
        BackgroundLoop.stepping(
            "lease keeper", this::keep, settings.renewEvery(), Timers.alarms(timers));
    this.receiptVerifier =
        new ReceiptVerifier(
            queue,
            ports.channels(),
            timers,
            ports.clock(),
            settings.attemptLimit(),
            threads,
            ports.observer(),
            ports.events());
    this.taskPoller = new TaskPoller(ports, settings.attemptLimit(), threads);
    this.settler =
        new Settler(
            queue,
            timers,
            ports.clock(),
            new SettlementReporter(
                ports.clock(), ports.observer(), ports.events(), receiptVerifier, taskPoller),
            threads);
    this.context = work();
    this.laneLeaser = new LaneLeaser(context);
  }

  private static Duration shortest(DispatchSettings s) {
    return s.attemptLimit().compareTo(s.grace()) < 0 ? s.attemptLimit() : s.grace();
  }

  private DispatchContext work() {
    OutcomeHandler outcomeHandler =
        new OutcomeHandler(queue, ports.stops(), timers, ports.clock(), settings, ports.random());
    DeliverySender sender =
        new DeliverySender(
            ports.sendPipeline(), new ImmediateRetry(settings.quickPause()), ports.clock());
    return new DispatchContext(
        queue,
        ports.channels(),
        sender,
        outcomeHandler,
        settler,
        new LaneHolds(ports.stops(), ports.clock(), settings.hold()),
        keeper,
        new InFlightLimiter(settings.attempts(), settings.bytes()),
        new HealthRegistry(timers),
        threads,
        senders,
        unsettled,
        timers,
        ports.clock(),
        settings);
  }

  public void start() {
    settler.start();
    receiptVerifier.reload();
    taskPoller.start();
    keeping.start();
    laneLeaser.start();
  }

  private Duration keep() {
    Duration rest = keeper.keep();
    laneLeaser.renewed();
    return rest;
  }

  private void stopWorkers() {
    laneLeaser.stopWorkers();
    laneLeaser.wake();
  }

  /** Tries waiting lanes at once: all, those of a channel, or that of one address. */
  public void probeNow(@Nullable String channel, @Nullable String address) {
    queue.probeNow(channel, address);
    laneLeaser.wake();
  }

  /** Its loops, which it starts and closes. */
  public List<BackgroundLoop> loops() {
    return List.of(keeping, laneLeaser.loop());
  }

  /** Attempts in flight and their bounds, for gauges. */
  public InFlightLimiter inFlight() {
    return context.inFlight();
  }

  /** Lanes that have rows to send now; those that rest are leased, too. */
  public int lanes() {
    return laneLeaser.workers().count();
  }

  /** Failed steps in a row of the loops: 0 while dispatch works, for {@code /health}. */
  public int failures() {
    return Math.max(laneLeaser.failures(), keeping.failures());
  }

  /** Threads that were started and have not ended: 0 after a stop, but for adapters that hang. */
  public int threads() {
    return threads.live().count();
  }

  /** Those threads: lane workers, senders, reports, lookups of receipts. */
  ActiveSet<Thread> workers() {
    return threads.live();
  }

  /**
   * Stops gracefully. No attempt starts any more, and taken rows that were not started go back.
   * Attempts in flight have the stop limit (10 s) to end. Then they are interrupted and handed
   * back, as uncertain where they may have been sent. Leases are given back. Takes about 11 s at
   * most with the default settings and a store that answers. The queue must be open until this
   * returns.
   */
  @Override
  public void close() {
    laneLeaser.stop();
    receiptVerifier.stop();
    taskPoller.stop();
    context.inFlight().shut();
    laneLeaser.stopWorkers();
    long began = timers.nanos();
    try {
      laneLeaser.workers().awaitEmpty(LAST_SETTLEMENTS, timers);
      Duration left = settings.stopLimit().minusNanos(timers.nanos() - began);
      if (!unsettled.awaitEmpty(left)) {
        LOG.warn(
            "{} attempts are cut short: they did not end within {} s.",
            unsettled.count(),
            settings.stopLimit().toSeconds());
        settler.stopping();
        unsettled.forEach(Attempt::stop);
        unsettled.awaitEmpty(settings.grace().plus(LAST_SETTLEMENTS));
      }
      settler.stopping();
      laneLeaser.releaseResting();
      senders.close();
      settler.close();
      if (!threads.live().awaitEmpty(settings.grace(), timers)) {
        LOG.error("{} threads ignore their interruption and are left behind.", threads());
      }
    } catch (InterruptedException e) {
      LOG.warn("The stop itself was interrupted; unsettled attempts count as uncertain.");
      Thread.currentThread().interrupt();
    } finally {
      keeping.close();
    }
  }
}
