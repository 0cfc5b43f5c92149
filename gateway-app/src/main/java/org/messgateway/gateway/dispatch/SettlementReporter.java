package org.messgateway.gateway.dispatch;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Receipt;
import org.messgateway.gateway.dispatch.OutcomePolicy.OutcomeVerdict;
import org.messgateway.gateway.dispatch.Settler.Ended;
import org.messgateway.gateway.queue.BreakerUpdate;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.Settlement;
import org.messgateway.gateway.queue.TakenDelivery;

/** Tells the observer, routing, the receipt verifier and the task poller what was settled. */
final class SettlementReporter {

  private final InstantSource clock;
  private final AttemptObserver observer;
  private final DeliveryEvents events;
  private final ReceiptVerifier receiptVerifier;
  private final TaskPoller taskPoller;

  SettlementReporter(
      InstantSource clock,
      AttemptObserver observer,
      DeliveryEvents events,
      ReceiptVerifier receiptVerifier,
      TaskPoller taskPoller) {
    this.clock = clock;
    this.observer = observer;
    this.events = events;
    this.receiptVerifier = receiptVerifier;
    this.taskPoller = taskPoller;
  }

  /** Reports an attempt that was settled. */
  void settled(Ended attempt) {
    if (attempt.verdict().settlement() instanceof Settlement.Result result) {
      observer.attempted(report(attempt, result));
    }
    if (attempt.counted()) {
      publish(attempt.delivery(), attempt.verdict());
    }
  }

  private AttemptReport report(Ended attempt, Settlement.Result result) {
    return new AttemptReport(
        attempt.delivery(),
        result instanceof Settlement.Retry retry ? due(retry, attempt.verdict().breaker()) : result,
        attempt.took(),
        age(attempt.delivery()),
        attempt.resent(),
        attempt.counted());
  }

  /** Due when it or its lane is tried again. */
  private static Settlement.Retry due(Settlement.Retry retry, BreakerUpdate breaker) {
    Instant until = until(breaker);
    return until == null || retry.due().isAfter(until)
        ? retry
        : new Settlement.Retry(
            until, retry.reason(), retry.sentence(), retry.spends(), retry.uncertain());
  }

  /** Never negative: a clock that was set back made the row younger than new. */
  private Duration age(TakenDelivery delivery) {
    Duration age = Duration.between(delivery.created(), clock.instant());
    return age.isNegative() ? Duration.ZERO : age;
  }

  /** Tells routing, and those who ask later what became of a message. */
  void publish(TakenDelivery delivery, OutcomeVerdict verdict) {
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
}
