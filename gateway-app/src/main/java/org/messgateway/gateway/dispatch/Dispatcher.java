package org.messgateway.gateway.dispatch;

import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Address;
import org.messgateway.gateway.home.BackgroundLoop;
import org.messgateway.gateway.queue.DeliveryQueue;
import org.messgateway.gateway.queue.Identity;
import org.messgateway.gateway.queue.journal.LaterReplies;
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
  private final Ports ports;
  private final DispatchSettings settings;
  private final Timers timers;
  private final DispatchContext context;
  private final LeaseKeeper keeper;
  private final Settler settler;
  private final ReceiptVerifier receiptVerifier;
  private final TaskPoller taskPoller;
  private final WorkerThreads threads = new WorkerThreads();
  private final UnsettledAttempts unsettled;
  private final LaneLeaser laneLeaser;
  private final HeldLanes lanes;
  private final BackgroundLoop keeping;

  /**
   * The surroundings of a dispatcher, which closes none of them.
   *
   * @param stages decide about each delivery right before it is sent
   * @param polledTask where the task of a delivery that was accepted is asked about; empty when
   *     nobody waits for its answer any more: it has ended, or its executor is not reached there
   *     any more. May read the store
   * @param laterReplies takes the answers to that
   * @param clock the one the queue was opened with
   * @param machine this machine's wall clock, used only to notice that the machine slept
   * @param random from 0 to below 1, for the spread of retries
   */
  public record Ports(
      DeliveryQueue queue,
      Channels channels,
      SendStage stages,
      Function<Identity, Optional<Address>> polledTask,
      LaterReplies laterReplies,
      AddressStops stops,
      DeliveryEvents events,
      AttemptObserver observer,
      InstantSource clock,
      InstantSource machine,
      Timers timers,
      DoubleSupplier random) {}

  public Dispatcher(Ports ports, DispatchSettings settings) {
    this.ports = ports;
    this.queue = ports.queue();
    this.settings = settings;
    this.timers = ports.timers();
    this.unsettled = new UnsettledAttempts(timers, shortest(settings));
    this.keeper =
        new LeaseKeeper(
            queue, timers, ports.machine(), settings, this::stopLanes, () -> probeNow(null, null));
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
    this.lanes = laneLeaser.lanes();
  }

  private static Duration shortest(DispatchSettings s) {
    return s.attemptLimit().compareTo(s.grace()) < 0 ? s.attemptLimit() : s.grace();
  }

  private DispatchContext work() {
    OutcomeHandler outcomeHandler =
        new OutcomeHandler(queue, ports.stops(), timers, ports.clock(), settings, ports.random());
    DeliverySender sender =
        new DeliverySender(
            ports.stages(), new ImmediateRetry(settings.quickPause()), ports.clock());
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
        unsettled,
        timers,
        ports.clock(),
        settings);
  }

  public void start() {
    settler.loop().start();
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

  private void stopLanes() {
    lanes.stop();
    laneLeaser.wake();
  }

  /** Tries waiting lanes at once: all, those of a channel, or that of one address. */
  public void probeNow(@Nullable String channel, @Nullable String address) {
    queue.probeNow(channel, address);
    laneLeaser.wake();
  }

  /** Its loops, which it starts and closes. */
  public List<BackgroundLoop> loops() {
    return List.of(settler.loop(), keeping, laneLeaser.loop());
  }

  /** Attempts in flight and their bounds, for gauges. */
  public InFlightLimiter inFlight() {
    return context.inFlight();
  }

  /** Lanes that this node has leased, those without rows included. */
  public int leasedLanes() {
    return lanes.count();
  }

  /** Leased lanes that have rows which wait. */
  int lanes() {
    return lanes.working();
  }

  /** Failed steps in a row of the loops: 0 while dispatch works, for {@code /health}. */
  public int failures() {
    return Math.max(laneLeaser.failures(), keeping.failures());
  }

  /** Threads that were started and have not ended: 0 after a stop, but for adapters that hang. */
  public int threads() {
    return threads.live().count();
  }

  /** Those threads: senders, lookups of receipts. */
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
    lanes.stop();
    long began = timers.nanos();
    try {
      lanes.workers().awaitEmpty(LAST_SETTLEMENTS, timers);
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
      lanes.releaseResting();
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
