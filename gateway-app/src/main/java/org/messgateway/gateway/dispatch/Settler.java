package org.messgateway.gateway.dispatch;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Outcome;
import org.messgateway.api.Receipt;
import org.messgateway.gateway.queue.DeliveryQueue;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.Gate;
import org.messgateway.gateway.queue.Settlement;
import org.messgateway.gateway.queue.TakenDelivery;
import org.messgateway.gateway.telemetry.AttemptObserver;
import org.messgateway.gateway.telemetry.AttemptReport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes verdicts durable and tells who has to know. A store that fails (disk full, busy) is tried
 * again until it works or the gateway stops: an outcome in hand is not lost to a full disk.
 */
final class Settler {

  private static final Logger LOG = LoggerFactory.getLogger(Settler.class);
  private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);
  private static final int LAST_TRIES = 3;

  private final DeliveryQueue queue;
  private final Timers timers;
  private final InstantSource clock;
  private final AttemptObserver observer;
  private final DeliveryEvents events;
  private final Corrections corrections;
  private volatile boolean stopping;

  Settler(
      DeliveryQueue queue,
      Timers timers,
      InstantSource clock,
      AttemptObserver observer,
      DeliveryEvents events,
      Corrections corrections) {
    this.queue = queue;
    this.timers = timers;
    this.clock = clock;
    this.observer = observer;
    this.events = events;
    this.corrections = corrections;
  }

  /** From now on a store that fails is not waited for. */
  void stopping() {
    stopping = true;
  }

  /** An attempt that ended. */
  void settle(
      TakenDelivery taken, Instant startedAt, Duration took, Verdict verdict, boolean resent) {
    boolean counted = durable(taken, startedAt, verdict);
    if (tried(verdict.settlement())) {
      observer.attempted(report(taken, took, verdict, resent, counted));
    }
    if (counted) {
      tell(taken, verdict);
    }
  }

  private static boolean tried(Settlement settlement) {
    return switch (settlement) {
      case Settlement.Delivered _, Settlement.Again _, Settlement.Ended _ -> true;
      case Settlement.Returned _, Settlement.SetAside _ -> false;
    };
  }

  /** A row that was taken and not tried. */
  void giveBack(TakenDelivery taken, Gate gate) {
    durable(taken, clock.instant(), new Verdict(new Settlement.Returned(), gate));
  }

  /** A receipt that came after the attempt had been given up. */
  void late(TakenDelivery taken, Instant startedAt, Outcome.Delivered delivered) {
    Verdict verdict =
        new Verdict(
            new Settlement.Delivered(delivered.receipt(), delivered.reply()), new Gate.Unchanged());
    boolean counted = durable(taken, startedAt, verdict);
    LOG.warn(
        "Delivery {} was taken by the remote service long after its time limit; {}.",
        taken.id(),
        counted ? "it counts as delivered" : "it had been sent again by then");
    if (counted) {
      tell(taken, verdict);
    }
  }

  private boolean durable(TakenDelivery taken, Instant startedAt, Verdict verdict) {
    for (int failures = 0; ; ) {
      try {
        return queue.settle(taken, startedAt, verdict.settlement(), verdict.gate());
      } catch (RuntimeException e) {
        failures++;
        if (!again(taken, failures, e)) {
          return false;
        }
      }
    }
  }

  private boolean again(TakenDelivery taken, int failures, RuntimeException failure) {
    if (failures == 1) {
      LOG.error(
          "Delivery {} could not be settled in the store; tried until it works.",
          taken.id(),
          failure);
    }
    if (stopping && failures >= LAST_TRIES) {
      LOG.error(
          "Delivery {} stays unsettled at stop: it counts as uncertain at the next start.",
          taken.id());
      return false;
    }
    try {
      Duration pause = FIRST_PAUSE.multipliedBy(1L << Math.min(failures - 1, 16));
      new Signal().await(pause.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : pause, timers);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private AttemptReport report(
      TakenDelivery taken, Duration took, Verdict verdict, boolean resent, boolean counted) {
    Duration age = Duration.between(taken.created(), clock.instant());
    Instant waits = until(verdict.gate());
    return switch (verdict.settlement()) {
      case Settlement.Delivered(var receipt, var reply) ->
          new AttemptReport(
              taken,
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
      case Settlement.Again(var due, var reason, var sentence, _, var uncertain) ->
          new AttemptReport(
              taken,
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
              taken,
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

  private void tell(TakenDelivery taken, Verdict verdict) {
    switch (verdict.settlement()) {
      case Settlement.Delivered(Receipt receipt, _) -> {
        corrections.watch(taken.identity(), receipt, clock.instant());
        events.settled(taken.identity(), DeliveryState.DELIVERED);
      }
      case Settlement.Ended(var state, _, _) -> events.settled(taken.identity(), state);
      case Settlement.Again _, Settlement.Returned _, Settlement.SetAside _ -> {
        Instant until = until(verdict.gate());
        if (until != null) {
          events.waits(taken.identity(), until);
        }
      }
    }
  }

  private static @Nullable Instant until(Gate gate) {
    return switch (gate) {
      case Gate.LaneWaits(var until, _, _) -> until;
      case Gate.AccountWaits(var until, _, _) -> until;
      case Gate.Healthy _, Gate.Unchanged _ -> null;
    };
  }

  private static Instant later(Instant due, @Nullable Instant waits) {
    return waits == null || due.isAfter(waits) ? due : waits;
  }
}
