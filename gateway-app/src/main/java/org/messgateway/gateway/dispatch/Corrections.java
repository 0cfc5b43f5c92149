package org.messgateway.gateway.dispatch;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import org.messgateway.api.Correctable;
import org.messgateway.api.Correctable.Standing;
import org.messgateway.api.FailureReason;
import org.messgateway.api.Receipt;
import org.messgateway.gateway.queue.DeliveryFilter;
import org.messgateway.gateway.queue.DeliveryQueue;
import org.messgateway.gateway.queue.DeliveryRow;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.Identity;
import org.messgateway.gateway.queue.Settlement;
import org.messgateway.gateway.telemetry.AttemptObserver;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Accepted is not delivered: asks 30 s, 2 min and 10 min after a receipt whether it still holds,
 * where the channel can say. One that proves wrong makes the delivery count as not told.
 *
 * <p>What is to be asked is in memory only, bounded, and rebuilt at start from the rows delivered
 * within the last ten minutes: nothing is written for the many that hold.
 */
final class Corrections {

  /** After the receipt. Source: DESIGN §5. */
  static final List<Duration> ASK_AFTER =
      List.of(Duration.ofSeconds(30), Duration.ofMinutes(2), Duration.ofMinutes(10));

  private static final Logger LOG = LoggerFactory.getLogger(Corrections.class);
  private static final int MANY = 10_000;
  private static final int AT_ONCE = 8;

  private final DeliveryQueue queue;
  private final Channels channels;
  private final Timers timers;
  private final InstantSource clock;
  private final Duration timeLimit;
  private final LiveThreads threads;
  private final AttemptObserver observer;
  private final DeliveryEvents events;
  private final Semaphore room = new Semaphore(MANY);
  private final Semaphore asking = new Semaphore(AT_ONCE);
  private volatile boolean stopping;

  Corrections(
      DeliveryQueue queue,
      Channels channels,
      Timers timers,
      InstantSource clock,
      Duration timeLimit,
      LiveThreads threads,
      AttemptObserver observer,
      DeliveryEvents events) {
    this.queue = queue;
    this.channels = channels;
    this.timers = timers;
    this.clock = clock;
    this.timeLimit = timeLimit;
    this.threads = threads;
    this.observer = observer;
    this.events = events;
  }

  /** One receipt and how often it was asked about. */
  private record Watched(Identity identity, Receipt receipt, Instant since, int asked) {

    Watched next() {
      return new Watched(identity, receipt, since, asked + 1);
    }
  }

  /** Takes up what was delivered shortly before this process started. */
  void reload() {
    Instant oldest = clock.instant().minus(ASK_AFTER.getLast());
    for (Channel channel : channels.all()) {
      if (correctable(channel.name()).isPresent()) {
        DeliveryFilter delivered =
            new DeliveryFilter(null, null, channel.name(), Set.of(DeliveryState.DELIVERED));
        queue.find(delivered, MANY).forEach(row -> reload(row, oldest));
      }
    }
  }

  private void reload(DeliveryRow row, Instant oldest) {
    Receipt receipt = row.receipt();
    Instant since = row.settledAt();
    if (receipt != null && since != null && since.isAfter(oldest)) {
      watch(row.identity(), receipt, since);
    }
  }

  /** Asks about this one from now on, if its channel can be asked. */
  void watch(Identity identity, Receipt receipt, Instant since) {
    if (correctable(identity.channel()).isEmpty()) {
      return;
    }
    if (!room.tryAcquire()) {
      LOG.warn("Too many receipts to be asked about: {} is taken as it is.", identity.id());
      return;
    }
    schedule(new Watched(identity, receipt, since, 0));
  }

  /** Nothing is asked any more; what is due later is taken up at the next start. */
  void stop() {
    stopping = true;
  }

  private void schedule(Watched watched) {
    Instant at = watched.since().plus(ASK_AFTER.get(watched.asked()));
    Duration wait = Duration.between(clock.instant(), at);
    timers.after(
        wait.isNegative() ? Duration.ZERO : wait,
        () -> {
          if (!stopping) {
            threads.start("receipt " + watched.identity().id(), () -> ask(watched));
          }
        });
  }

  private void ask(Watched watched) {
    boolean goesOn = false;
    try {
      asking.acquire();
      try {
        goesOn = !stopping && answered(watched, standing(watched));
      } finally {
        asking.release();
      }
    } catch (InterruptedException e) {
      LOG.debug("Asking about {} was interrupted.", watched.identity().id());
    } finally {
      if (goesOn) {
        schedule(watched.next());
      } else {
        room.release();
      }
    }
  }

  private Standing standing(Watched watched) {
    Guard guard = new Guard();
    guard.enter();
    Timers.Alarm alarm = timers.after(timeLimit, () -> guard.halt(Guard.Halt.DEADLINE));
    try {
      return correctable(watched.identity().channel())
          .map(ability -> ability.ask(watched.receipt()))
          .orElseGet(Standing.Pending::new);
    } catch (RuntimeException | Error e) {
      LOG.warn(
          "Asking about delivery {} failed with {}.",
          watched.identity().id(),
          e.getClass().getName());
      return new Standing.Pending();
    } finally {
      alarm.cancel();
      guard.leave();
    }
  }

  /** Returns whether it is to be asked about again. */
  private boolean answered(Watched watched, Standing standing) {
    return switch (standing) {
      case Standing.Confirmed _ -> false;
      case Standing.Pending _ -> watched.asked() + 1 < ASK_AFTER.size();
      case Standing.Failed(var reason, var sentence) -> {
        failed(watched.identity(), reason, sentence);
        yield false;
      }
    };
  }

  private void failed(Identity identity, FailureReason reason, String sentence) {
    DeliveryState state =
        reason.scope() == FailureReason.Scope.FINAL ? DeliveryState.REJECTED : DeliveryState.DEAD;
    if (queue.correct(identity.id(), new Settlement.Ended(state, reason, sentence))) {
      observer.corrected(identity, reason, sentence);
      events.settled(identity, state);
    }
  }

  private Optional<Correctable> correctable(String channel) {
    return channels.channel(channel).flatMap(found -> found.ability(Correctable.class));
  }
}
