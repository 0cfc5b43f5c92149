package org.messgateway.gateway.dispatch;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.queue.DeliveryQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends what is due, for as long as it is open: joins those who do, and stops them in order. */
public final class Dispatcher implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Dispatcher.class);
  private static final Duration LAST_SETTLEMENTS = Duration.ofSeconds(3);

  private final DeliveryQueue queue;
  private final DispatchPorts ports;
  private final DispatchSettings settings;
  private final Timers timers;
  private final Work work;
  private final LeaseKeeper keeper;
  private final Settler settler;
  private final Corrections corrections;
  private final LiveThreads threads = new LiveThreads();
  private final Roster<Attempt> unsettled = new Roster<>();
  private final Leasing leasing;
  private final EnduringLoop keeping;

  public Dispatcher(DispatchPorts ports, DispatchSettings settings) {
    this.ports = ports;
    this.queue = ports.queue();
    this.settings = settings;
    this.timers = ports.timers();
    this.keeper =
        new LeaseKeeper(
            queue, timers, ports.machine(), settings, this::retireRuns, () -> probeNow(null, null));
    this.keeping = new EnduringLoop("lease keeper", this::keep, settings.renewEvery(), timers);
    this.corrections =
        new Corrections(
            queue,
            ports.channels(),
            timers,
            ports.clock(),
            settings.attemptLimit(),
            threads,
            ports.observer(),
            ports.events());
    this.settler =
        new Settler(queue, timers, ports.clock(), ports.observer(), ports.events(), corrections);
    this.work = work();
    this.leasing = new Leasing(work);
  }

  private Work work() {
    Judge judge = new Judge(queue, ports.stops(), timers, ports.clock(), settings, ports.random());
    Sender sender =
        new Sender(ports.wanted(), new QuickTries(settings.quickPause()), ports.clock());
    return new Work(
        queue,
        ports.channels(),
        sender,
        judge,
        settler,
        new Holds(ports.stops(), ports.clock(), settings.hold()),
        keeper,
        new InFlight(settings.attempts(), settings.bytes()),
        new Memories(timers),
        threads,
        unsettled,
        timers,
        ports.clock(),
        settings);
  }

  public void start() {
    corrections.reload();
    keeping.start();
    leasing.start();
  }

  private Duration keep() {
    Duration rest = keeper.keep();
    leasing.renewed();
    return rest;
  }

  private void retireRuns() {
    leasing.retireRuns();
    leasing.wake();
  }

  /** Tries waiting lanes at once: all, those of a channel, or that of one address. */
  public void probeNow(@Nullable String channel, @Nullable String address) {
    queue.probeNow(channel, address);
    leasing.wake();
  }

  /** For gauges: bounds and what is in flight. */
  public InFlight inFlight() {
    return work.inFlight();
  }

  /** Lanes leased now. */
  public int lanes() {
    return leasing.runs().count();
  }

  /** Failed steps in a row of the loops: 0 while dispatch works, for {@code /health}. */
  public int failures() {
    return Math.max(leasing.failures(), keeping.failures());
  }

  /** Threads that were started and have not ended: 0 after a stop, but for adapters that hang. */
  public int threads() {
    return threads.roster().count();
  }

  /**
   * Stops gracefully: nothing more starts, what is taken and not started goes back, what is in
   * flight has the stop limit to end; then it is interrupted and handed back, as uncertain where it
   * may have been sent. Leases are given back. At most some 15 s with the default settings. The
   * queue must be open until this returns.
   */
  @Override
  public void close() {
    leasing.stop();
    corrections.stop();
    work.inFlight().shut();
    leasing.retireRuns();
    try {
      leasing.runs().awaitEmpty(LAST_SETTLEMENTS, timers);
      if (!unsettled.awaitEmpty(settings.stopLimit(), timers)) {
        LOG.warn(
            "{} attempts are cut short: they did not end within {} s.",
            unsettled.count(),
            settings.stopLimit().toSeconds());
        settler.stopping();
        unsettled.forEach(Attempt::stop);
        unsettled.awaitEmpty(settings.grace().plus(LAST_SETTLEMENTS), timers);
      }
      settler.stopping();
      if (!threads.roster().awaitEmpty(settings.grace(), timers)) {
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
