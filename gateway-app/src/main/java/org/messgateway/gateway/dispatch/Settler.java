package org.messgateway.gateway.dispatch;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Outcome;
import org.messgateway.api.Receipt;
import org.messgateway.gateway.home.Backoff;
import org.messgateway.gateway.queue.BreakerUpdate;
import org.messgateway.gateway.queue.DeliveryQueue;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.Settlement;
import org.messgateway.gateway.queue.TakenDelivery;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stores the verdict of an attempt, then reports it to the observer, routing, the receipt verifier
 * and the task poller. A store that fails (disk full, busy) is tried again until it works or the
 * gateway stops, so no outcome is lost to a full disk.
 */
final class Settler {

  private static final Logger LOG = LoggerFactory.getLogger(Settler.class);
  private static final Backoff PAUSES = new Backoff(Duration.ofMillis(100), Duration.ofSeconds(5));
  private static final int LAST_TRIES = 3;

  private final DeliveryQueue queue;
  private final Timers timers;
  private final InstantSource clock;
  private final AttemptObserver observer;
  private final DeliveryEvents events;
  private final ReceiptVerifier receiptVerifier;
  private final TaskPoller taskPoller;
  private volatile boolean stopping;

  Settler(
      DeliveryQueue queue,
      Timers timers,
      InstantSource clock,
      AttemptObserver observer,
      DeliveryEvents events,
      ReceiptVerifier receiptVerifier,
      TaskPoller taskPoller) {
    this.queue = queue;
    this.timers = timers;
    this.clock = clock;
    this.observer = observer;
    this.events = events;
    this.receiptVerifier = receiptVerifier;
    this.taskPoller = taskPoller;
  }

  /** From now on a failing store is tried 3 times only. */
  void stopping() {
    stopping = true;
  }

  /** Settles an attempt that ended. */
  void settle(
      TakenDelivery delivery,
      Instant startedAt,
      Duration took,
      OutcomeVerdict verdict,
      boolean resent) {
    boolean counted = store(delivery, startedAt, verdict);
    if (adapterCalled(verdict.settlement())) {
      observer.attempted(report(delivery, took, verdict, resent, counted));
    }
    if (counted) {
      publish(delivery, verdict);
    }
  }

  private static boolean adapterCalled(Settlement settlement) {
    return switch (settlement) {
      case Settlement.Delivered _, Settlement.Retry _, Settlement.Ended _ -> true;
      case Settlement.Returned _, Settlement.SetAside _ -> false;
    };
  }

  /** Puts a row back that was taken and not attempted. */
  void giveBack(TakenDelivery delivery, BreakerUpdate breaker) {
    store(delivery, clock.instant(), new OutcomeVerdict(new Settlement.Returned(), breaker));
  }

  /** Settles a receipt that came after the attempt was given up. */
  void late(TakenDelivery delivery, Instant startedAt, Outcome.Delivered delivered) {
    OutcomeVerdict verdict =
        new OutcomeVerdict(
            new Settlement.Delivered(delivered.receipt(), delivered.reply()),
            new BreakerUpdate.Unchanged());
    boolean counted = store(delivery, startedAt, verdict);
    LOG.warn(
        "Delivery {} was taken by the remote service long after its time limit; {}.",
        delivery.id(),
        counted ? "it counts as delivered" : "it had been sent again by then");
    if (counted) {
      publish(delivery, verdict);
    }
  }

  private boolean store(TakenDelivery delivery, Instant startedAt, OutcomeVerdict verdict) {
    for (int failures = 0; ; ) {
      try {
        return queue.settle(delivery, startedAt, verdict.settlement(), verdict.breaker());
      } catch (RuntimeException e) {
        failures++;
        if (!retryStore(delivery, failures, e)) {
          return false;
        }
      }
    }
  }

  private boolean retryStore(TakenDelivery delivery, int failures, RuntimeException failure) {
    if (failures == 1) {
      LOG.error(
          "Delivery {} could not be settled in the store; tried until it works.",
          delivery.id(),
          failure);
    }
    if (stopping && failures >= LAST_TRIES) {
      LOG.error(
          "Delivery {} stays unsettled at stop: it counts as uncertain at the next start.",
          delivery.id());
      return false;
    }
    try {
      new WakeSignal().await(PAUSES.after(failures), timers);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private AttemptReport report(
      TakenDelivery delivery,
      Duration took,
      OutcomeVerdict verdict,
      boolean resent,
      boolean counted) {
    Duration age = age(delivery);
    Instant waits = until(verdict.breaker());
    return switch (verdict.settlement()) {
      case Settlement.Delivered(var receipt, var reply) ->
          new AttemptReport(
              delivery,
              DeliveryState.DELIVERED.code(),
              null,
              null,
              took,
              age,
              receipt,
              reply,
              null,
              false,
              resent,
              counted);
      case Settlement.Retry(var due, var reason, var sentence, _, var uncertain) ->
          new AttemptReport(
              delivery,
              "deferred",
              reason,
              sentence,
              took,
              age,
              null,
              null,
              later(due, waits),
              uncertain,
              resent,
              counted);
      case Settlement.Ended(var state, var reason, var sentence) ->
          new AttemptReport(
              delivery,
              state.code(),
              reason,
              sentence,
              took,
              age,
              null,
              null,
              null,
              false,
              resent,
              counted);
      case Settlement.Returned _, Settlement.SetAside _ ->
          throw new IllegalStateException("no attempt was made");
    };
  }

  /** Never negative: a clock that was set back made the row younger than new. */
  private Duration age(TakenDelivery delivery) {
    Duration age = Duration.between(delivery.created(), clock.instant());
    return age.isNegative() ? Duration.ZERO : age;
  }

  private void publish(TakenDelivery delivery, OutcomeVerdict verdict) {
    switch (verdict.settlement()) {
      case Settlement.Delivered(Receipt receipt, _) -> {
        receiptVerifier.watch(delivery.identity(), receipt, clock.instant());
        taskPoller.watch(delivery.identity(), receipt);
        events.settled(delivery.identity(), DeliveryState.DELIVERED);
      }
      case Settlement.Ended(var state, _, _) -> events.settled(delivery.identity(), state);
      case Settlement.Retry _, Settlement.Returned _, Settlement.SetAside _ -> {
        Instant until = until(verdict.breaker());
        if (until != null) {
          events.waits(delivery.identity(), until);
        }
      }
    }
  }

  private static @Nullable Instant until(BreakerUpdate breaker) {
    return switch (breaker) {
      case BreakerUpdate.LaneWaits(var until, _, _) -> until;
      case BreakerUpdate.AccountWaits(var until, _, _) -> until;
      case BreakerUpdate.Healthy _, BreakerUpdate.Unchanged _ -> null;
    };
  }

  private static Instant later(Instant due, @Nullable Instant waits) {
    return waits == null || due.isAfter(waits) ? due : waits;
  }
}
