package org.messgateway.gateway.dispatch;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.FailureReason;
import org.messgateway.api.Receipt;
import org.messgateway.api.ReceiptStatusLookup;
import org.messgateway.api.ReceiptStatusLookup.ReceiptStatus;
import org.messgateway.gateway.home.ReportedFailure;
import org.messgateway.gateway.queue.DeliveryFilter;
import org.messgateway.gateway.queue.DeliveryQueue;
import org.messgateway.gateway.queue.DeliveryRow;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.Identity;
import org.messgateway.gateway.queue.Settlement;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Asks a channel 30 s, 2 min and 10 min after a receipt whether the message arrived, where the
 * channel has {@link ReceiptStatusLookup}. A wrong receipt makes the delivery count as failed.
 * Source: docs/rules.md#accepted-is-not-delivered.
 *
 * <p>The watched receipts are in memory only, 10,000 at most. A start rebuilds them from the rows
 * delivered within the last 10 minutes, so that nothing is stored for the many that arrive. A
 * receipt that proved wrong stays among them until the store takes that.
 */
final class ReceiptVerifier {

  /** After the receipt. Source: docs/rules.md#accepted-is-not-delivered. */
  static final List<Duration> ASK_AFTER =
      List.of(Duration.ofSeconds(30), Duration.ofMinutes(2), Duration.ofMinutes(10));

  /** After a try of the store that failed. */
  private static final Duration STORE_AGAIN = Duration.ofMinutes(1);

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

  /**
   * One receipt.
   *
   * @param asked number of questions so far
   * @param wrong what is to be stored, which ends the questions; null while nothing is
   */
  private record WatchedReceipt(
      Identity identity,
      Receipt receipt,
      Instant since,
      int asked,
      ReceiptStatus.@Nullable NotArrived wrong) {

    WatchedReceipt next() {
      return new WatchedReceipt(identity, receipt, since, asked + 1, null);
    }

    WatchedReceipt provedWrong(ReceiptStatus.NotArrived answer) {
      return new WatchedReceipt(identity, receipt, since, asked, answer);
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
    schedule(new WatchedReceipt(identity, receipt, since, 0, null));
  }

  /** Ends all questions; the next start takes them up. */
  void stop() {
    stopping = true;
  }

  private void schedule(WatchedReceipt watched) {
    timers.after(
        pause(watched),
        () -> {
          if (!stopping) {
            threads.start("receipt " + watched.identity().id(), () -> ask(watched));
          }
        });
  }

  private Duration pause(WatchedReceipt watched) {
    if (watched.wrong() != null) {
      return STORE_AGAIN;
    }
    Duration longest = ASK_AFTER.get(watched.asked());
    Duration wait = Duration.between(clock.instant(), watched.since().plus(longest));
    // The clock may have been set back since.
    Duration atMost = wait.compareTo(longest) > 0 ? longest : wait;
    return atMost.isNegative() ? Duration.ZERO : atMost;
  }

  private void ask(WatchedReceipt watched) {
    Optional<WatchedReceipt> next = Optional.empty();
    try {
      asking.acquire();
      try {
        next = stopping ? Optional.empty() : answered(watched, receiptStatus(watched));
      } finally {
        asking.release();
      }
    } catch (InterruptedException e) {
      LOG.debug("Asking about {} was interrupted.", watched.identity().id());
    } finally {
      next.ifPresentOrElse(this::schedule, room::release);
    }
  }

  private ReceiptStatus receiptStatus(WatchedReceipt watched) {
    if (watched.wrong() != null) {
      return watched.wrong();
    }
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

  /** What is watched further; empty at the end. */
  private Optional<WatchedReceipt> answered(WatchedReceipt watched, ReceiptStatus status) {
    return switch (status) {
      case ReceiptStatus.Arrived _ -> Optional.empty();
      case ReceiptStatus.Pending _ ->
          Optional.of(watched.next()).filter(next -> next.asked() < ASK_AFTER.size());
      case ReceiptStatus.NotArrived wrong ->
          failed(watched.identity(), wrong)
              ? Optional.empty()
              : Optional.of(watched.provedWrong(wrong));
    };
  }

  /** Returns whether the store took it. */
  private boolean failed(Identity identity, ReceiptStatus.NotArrived wrong) {
    FailureReason reason = wrong.reason();
    String sentence = wrong.sentence();
    DeliveryState state =
        reason.scope() == FailureReason.FailureScope.FINAL
            ? DeliveryState.REJECTED
            : DeliveryState.DEAD;
    boolean corrected;
    try {
      corrected = queue.correct(identity.id(), new Settlement.Ended(state, reason, sentence));
    } catch (RuntimeException e) {
      LOG.atLevel(ReportedFailure.level(e, Level.ERROR))
          .setCause(e)
          .log(
              "Delivery {} did not arrive, which could not be stored; tried each minute until it"
                  + " works.",
              identity.id());
      return false;
    }
    if (corrected) {
      observer.corrected(identity, reason, sentence);
      events.settled(identity, state);
    }
    return true;
  }

  private Optional<ReceiptStatusLookup> correctable(String channel) {
    return channels.channel(channel).flatMap(found -> found.ability(ReceiptStatusLookup.class));
  }
}
