package org.messgateway.gateway.dispatch;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import org.messgateway.api.FailureReason;
import org.messgateway.api.Receipt;
import org.messgateway.api.ReceiptStatusLookup;
import org.messgateway.api.ReceiptStatusLookup.ReceiptStatus;
import org.messgateway.gateway.queue.DeliveryFilter;
import org.messgateway.gateway.queue.DeliveryQueue;
import org.messgateway.gateway.queue.DeliveryRow;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.Identity;
import org.messgateway.gateway.queue.Settlement;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks a channel 30 s, 2 min and 10 min after a receipt whether the message arrived, where the
 * channel has {@link ReceiptStatusLookup}. A wrong receipt makes the delivery count as failed.
 * Source: docs/rules.md#accepted-is-not-delivered.
 *
 * <p>The watched receipts are in memory only, 10,000 at most. A start rebuilds them from the rows
 * delivered within the last 10 minutes, so that nothing is stored for the many that arrive.
 */
final class ReceiptVerifier {

  /** After the receipt. Source: docs/rules.md#accepted-is-not-delivered. */
  static final List<Duration> ASK_AFTER =
      List.of(Duration.ofSeconds(30), Duration.ofMinutes(2), Duration.ofMinutes(10));

  private static final Logger LOG = LoggerFactory.getLogger(ReceiptVerifier.class);
  private static final int MANY = 10_000;
  private static final int AT_ONCE = 8;

  private final DeliveryQueue queue;
  private final Channels channels;
  private final Timers timers;
  private final InstantSource clock;
  private final Duration timeLimit;
  private final WorkerThreads threads;
  private final AttemptObserver observer;
  private final DeliveryEvents events;
  private final Semaphore room = new Semaphore(MANY);
  private final Semaphore asking = new Semaphore(AT_ONCE);
  private volatile boolean stopping;

  ReceiptVerifier(
      DeliveryQueue queue,
      Channels channels,
      Timers timers,
      InstantSource clock,
      Duration timeLimit,
      WorkerThreads threads,
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

  /** One receipt and the number of questions so far. */
  private record WatchedReceipt(Identity identity, Receipt receipt, Instant since, int asked) {

    WatchedReceipt next() {
      return new WatchedReceipt(identity, receipt, since, asked + 1);
    }
  }

  /** Watches the receipts of rows delivered within the last 10 minutes. */
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

  /** Watches a receipt, if its channel can be asked. */
  void watch(Identity identity, Receipt receipt, Instant since) {
    if (correctable(identity.channel()).isEmpty()) {
      return;
    }
    if (!room.tryAcquire()) {
      LOG.warn("Too many receipts to be asked about: {} is taken as it is.", identity.id());
      return;
    }
    schedule(new WatchedReceipt(identity, receipt, since, 0));
  }

  /** Ends all questions; the next start takes them up. */
  void stop() {
    stopping = true;
  }

  private void schedule(WatchedReceipt watched) {
    Duration longest = ASK_AFTER.get(watched.asked());
    Duration wait = Duration.between(clock.instant(), watched.since().plus(longest));
    // The clock may have been set back since.
    Duration atMost = wait.compareTo(longest) > 0 ? longest : wait;
    timers.after(
        atMost.isNegative() ? Duration.ZERO : atMost,
        () -> {
          if (!stopping) {
            threads.start("receipt " + watched.identity().id(), () -> ask(watched));
          }
        });
  }

  private void ask(WatchedReceipt watched) {
    boolean goesOn = false;
    try {
      asking.acquire();
      try {
        goesOn = !stopping && answered(watched, receiptStatus(watched));
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

  private ReceiptStatus receiptStatus(WatchedReceipt watched) {
    InterruptGuard guard = new InterruptGuard();
    guard.enter();
    Timers.Alarm alarm = timers.after(timeLimit, () -> guard.halt(InterruptGuard.Halt.DEADLINE));
    try {
      return correctable(watched.identity().channel())
          .map(ability -> ability.receiptStatus(watched.receipt()))
          .orElseGet(ReceiptStatus.Pending::new);
    } catch (RuntimeException | Error e) {
      LOG.warn(
          "Asking about delivery {} failed with {}.",
          watched.identity().id(),
          e.getClass().getName());
      return new ReceiptStatus.Pending();
    } finally {
      alarm.cancel();
      guard.leave();
    }
  }

  /** Returns whether to ask again. */
  private boolean answered(WatchedReceipt watched, ReceiptStatus status) {
    return switch (status) {
      case ReceiptStatus.Arrived _ -> false;
      case ReceiptStatus.Pending _ -> watched.asked() + 1 < ASK_AFTER.size();
      case ReceiptStatus.NotArrived(var reason, var sentence) -> {
        failed(watched.identity(), reason, sentence);
        yield false;
      }
    };
  }

  private void failed(Identity identity, FailureReason reason, String sentence) {
    DeliveryState state =
        reason.scope() == FailureReason.FailureScope.FINAL
            ? DeliveryState.REJECTED
            : DeliveryState.DEAD;
    if (queue.correct(identity.id(), new Settlement.Ended(state, reason, sentence))) {
      observer.corrected(identity, reason, sentence);
      events.settled(identity, state);
    }
  }

  private Optional<ReceiptStatusLookup> correctable(String channel) {
    return channels.channel(channel).flatMap(found -> found.ability(ReceiptStatusLookup.class));
  }
}
