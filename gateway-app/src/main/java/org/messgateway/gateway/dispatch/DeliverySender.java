package org.messgateway.gateway.dispatch;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.DeliveryLookup;
import org.messgateway.api.Editable;
import org.messgateway.api.FailureReason;
import org.messgateway.api.Notification;
import org.messgateway.api.Outcome;
import org.messgateway.api.Outcome.Deferred;
import org.messgateway.api.Outcome.Reach;
import org.messgateway.gateway.dispatch.DeliverySender.AttemptResult.AdapterResult;
import org.messgateway.gateway.dispatch.DeliverySender.AttemptResult.NoAttempt;
import org.messgateway.gateway.home.ReportedFailure;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.Settlement;
import org.messgateway.gateway.queue.TakenDelivery;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * The send of one attempt, on the attempt's thread: asks the stages, looks up an uncertain earlier
 * attempt, calls the adapter. Blocks, and the stages and the adapter may hang. Turns what stages
 * and adapters throw into results.
 */
final class DeliverySender {

  private static final Logger LOG = LoggerFactory.getLogger(DeliverySender.class);
  private static final Duration DECIDE_AGAIN = Duration.ofSeconds(30);

  /** An adapter that takes no further call now. */
  private static final Duration CALL_AGAIN = Duration.ofSeconds(5);

  private final SendStage stages;
  private final ImmediateRetry quick;
  private final InstantSource clock;

  DeliverySender(SendStage stages, ImmediateRetry quick, InstantSource clock) {
    this.stages = stages;
    this.quick = quick;
    this.clock = clock;
  }

  /** The raw result of an attempt, before {@link OutcomeHandler} judges it. */
  sealed interface AttemptResult {

    /**
     * The adapter was called, to send or to look up an earlier attempt.
     *
     * @param uncertain whether the service may have accepted an earlier attempt
     * @param resent whether it was sent although the service may have accepted an earlier attempt
     */
    record AdapterResult(Outcome outcome, boolean uncertain, boolean resent)
        implements AttemptResult {}

    /** The adapter was not called; the settlement is decided. */
    record NoAttempt(Settlement settlement) implements AttemptResult {}
  }

  AttemptResult send(Attempt attempt) {
    TakenDelivery delivery = attempt.delivery();
    try {
      if (!attempt.weigh(stages.weight(delivery))) {
        return new NoAttempt(new Settlement.Returned());
      }
      attempt.startClock();
      SendDecision decision = stages.decide(delivery);
      if (decision == null) {
        throw new IllegalStateException("no stage decided about " + delivery.id());
      }
      return decided(attempt, decision);
    } catch (InterruptedException e) {
      // Nothing was sent yet. The guard clears the interruption.
      Thread.currentThread().interrupt();
      return new NoAttempt(new Settlement.Returned());
    } catch (ChannelFailure e) {
      LOG.info("Delivery {} waits: {}", delivery.id(), e.getMessage());
      Duration again = e.called() ? DECIDE_AGAIN : CALL_AGAIN;
      return new NoAttempt(new Settlement.Returned(clock.instant().plus(again)));
    } catch (RuntimeException | Error e) {
      LOG.atLevel(ReportedFailure.level(e, Level.ERROR))
          .setCause(e)
          .log(
              "It could not be decided whether delivery {} of thread {} is still wanted; again in"
                  + " {} s.",
              delivery.id(),
              delivery.identity().ref(),
              DECIDE_AGAIN.toSeconds());
      return new NoAttempt(new Settlement.Returned(clock.instant().plus(DECIDE_AGAIN)));
    }
  }

  private AttemptResult decided(Attempt attempt, SendDecision decision) {
    TakenDelivery delivery = attempt.delivery();
    return switch (decision) {
      case SendDecision.Send(var notification, var bytes, var _) -> {
        attempt.reweigh(bytes);
        yield delivery.uncertain()
            ? lookedUp(attempt, notification)
            : new AdapterResult(deliver(attempt, notification), false, false);
      }
      case SendDecision.Edit edit -> {
        attempt.reweigh(edit.bytes());
        yield edited(attempt, edit);
      }
      case SendDecision.DeliveredBefore(var receipt) ->
          new NoAttempt(new Settlement.Delivered(receipt, null));
      case SendDecision.NotWanted(var reason) -> ended(DeliveryState.WITHDRAWN, reason);
      case SendDecision.Expired(var reason) -> ended(DeliveryState.EXPIRED, reason);
      case SendDecision.CannotTell(var reason, var retryAt) -> {
        LOG.info("Delivery {} of {} waits: {}", delivery.id(), delivery.identity().ref(), reason);
        yield new NoAttempt(new Settlement.Returned(retryAt));
      }
      case SendDecision.SetAside(var reason, var until) -> {
        // The thread's own look has said so already, once for all that wait for it.
        LOG.debug(
            "Delivery {} of {} is set aside: {}", delivery.id(), delivery.identity().ref(), reason);
        yield new NoAttempt(new Settlement.SetAside(until));
      }
    };
  }

  /** An edit can be repeated without harm, so an uncertain one needs no lookup. */
  private AttemptResult edited(Attempt attempt, SendDecision.Edit edit) {
    Optional<Editable> editable = attempt.channel().ability(Editable.class);
    if (editable.isEmpty()) {
      return decided(attempt, new SendDecision.Send(edit.notification(), edit.bytes()));
    }
    attempt.calling();
    Outcome outcome =
        called(attempt.channel(), () -> editable.get().update(edit.receipt(), edit.notification()));
    if (!(outcome instanceof Outcome.Rejected(_, var why))) {
      return new AdapterResult(outcome, false, false);
    }
    LOG.info(
        "Delivery {}: its earlier message cannot be changed: {}", attempt.delivery().id(), why);
    return edit.matters()
        ? new AdapterResult(deliver(attempt, edit.notification()), false, false)
        : new AdapterResult(new Outcome.Delivered(edit.receipt()), false, false);
  }

  private static AttemptResult ended(DeliveryState state, String reason) {
    return new NoAttempt(new Settlement.Ended(state, null, reason));
  }

  private AttemptResult lookedUp(Attempt attempt, Notification notification) {
    TakenDelivery delivery = attempt.delivery();
    Optional<DeliveryLookup> lookup = attempt.channel().ability(DeliveryLookup.class);
    Instant since = delivery.uncertainSince();
    if (lookup.isEmpty() || since == null) {
      return resend(attempt, notification, true, "its channel cannot be asked");
    }
    Instant askable = since.plus(lookup.get().settleTime());
    if (clock.instant().isBefore(askable)) {
      return new NoAttempt(new Settlement.Returned(askable));
    }
    return switch (find(lookup.get(), notification, since)) {
      case DeliveryLookup.LookupResult.Found(var receipt) -> {
        LOG.info("Delivery {} had been taken by the remote service before.", delivery.id());
        yield new AdapterResult(new Outcome.Delivered(receipt), false, false);
      }
      case DeliveryLookup.LookupResult.NotFound _ ->
          resend(attempt, notification, false, "it had not been taken");
      case DeliveryLookup.LookupResult.Unknown(var why) -> resend(attempt, notification, true, why);
    };
  }

  private static DeliveryLookup.LookupResult find(
      DeliveryLookup lookup, Notification notification, Instant since) {
    try {
      DeliveryLookup.LookupResult found = lookup.find(notification, since);
      return found == null
          ? new DeliveryLookup.LookupResult.Unknown("the adapter gave no answer")
          : found;
    } catch (RuntimeException | Error e) {
      return new DeliveryLookup.LookupResult.Unknown(
          "looking it up failed with " + e.getClass().getName());
    }
  }

  private AttemptResult resend(
      Attempt attempt, Notification notification, boolean uncertain, String why) {
    LOG.info(
        "Delivery {} may have been sent at {} and is sent again with the same id: {}.",
        attempt.delivery().id(),
        attempt.delivery().uncertainSince(),
        why);
    // The lookup may have used up the time limit.
    attempt.startClock();
    return new AdapterResult(deliver(attempt, notification), uncertain, true);
  }

  private Outcome deliver(Attempt attempt, Notification notification) {
    attempt.calling();
    return called(attempt.channel(), () -> attempt.channel().deliver(notification));
  }

  private Outcome called(Channel channel, Supplier<@Nullable Outcome> call) {
    Outcome first = once(channel, call);
    return ImmediateRetry.again(first) ? quick.repeated(first, () -> once(channel, call)) : first;
  }

  private static Outcome once(Channel channel, Supplier<@Nullable Outcome> call) {
    try {
      @Nullable Outcome outcome = call.get();
      return outcome == null ? failed(channel, "gave no outcome") : outcome;
    } catch (ChannelFailure e) {
      if (!e.called()) {
        throw e;
      }
      return failed(channel, "failed: " + e.brief());
    } catch (RuntimeException | Error e) {
      return failed(channel, "failed with " + e.getClass().getName() + place(e));
    }
  }

  /** Class and line, never the message: it may quote what was sent, or a token. */
  private static String place(Throwable failure) {
    StackTraceElement[] trace = failure.getStackTrace();
    return trace.length == 0 ? "" : " at " + trace[0];
  }

  private static Outcome failed(Channel channel, String how) {
    return new Deferred(
        FailureReason.ADAPTER_FAILED,
        "The adapter of " + channel.name() + " " + how + ": a mistake in the adapter.",
        Reach.POSSIBLY_SENT);
  }
}
