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
import org.messgateway.gateway.dispatch.AttemptResult.AdapterResult;
import org.messgateway.gateway.dispatch.AttemptResult.NoAttempt;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.Settlement;
import org.messgateway.gateway.queue.TakenDelivery;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

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

  private final SendPipeline sendPipeline;
  private final ImmediateRetry quick;
  private final InstantSource clock;

  DeliverySender(SendPipeline sendPipeline, ImmediateRetry quick, InstantSource clock) {
    this.sendPipeline = sendPipeline;
    this.quick = quick;
    this.clock = clock;
  }

  /** The attempt whose delivery is sent. */
  interface Caller {

    /** Waits until there is room for this many bytes; false at stop. */
    boolean weigh(long bytes) throws InterruptedException;

    /** Corrects the bytes to what the rendered notification keeps. */
    void reweigh(long bytes);

    /** Starts the time limit anew. */
    void startClock();

    /** The adapter is called next; from now on the message may be sent. */
    void calling();
  }

  AttemptResult send(TakenDelivery delivery, Channel channel, Caller caller) {
    try {
      if (!caller.weigh(sendPipeline.weight(delivery))) {
        return new NoAttempt(new Settlement.Returned());
      }
      caller.startClock();
      return decided(delivery, channel, caller, sendPipeline.wanted(delivery));
    } catch (InterruptedException e) {
      // Nothing was sent yet. The guard clears the interruption.
      Thread.currentThread().interrupt();
      return new NoAttempt(new Settlement.Returned());
    } catch (ChannelFailure e) {
      LOG.info("Delivery {} waits: {}", delivery.id(), e.getMessage());
      Duration again = e.called() ? DECIDE_AGAIN : CALL_AGAIN;
      return new NoAttempt(new Settlement.Returned(clock.instant().plus(again)));
    } catch (RuntimeException | Error e) {
      LOG.error(
          "It could not be decided whether delivery {} of thread {} is still wanted; again in {}"
              + " s.",
          delivery.id(),
          delivery.identity().ref(),
          DECIDE_AGAIN.toSeconds(),
          e);
      return new NoAttempt(new Settlement.Returned(clock.instant().plus(DECIDE_AGAIN)));
    }
  }

  private AttemptResult decided(
      TakenDelivery delivery, Channel channel, Caller caller, SendDecision decision) {
    return switch (decision) {
      case SendDecision.Send(var notification, var bytes, var _) -> {
        caller.reweigh(bytes);
        yield delivery.uncertain()
            ? lookedUp(delivery, channel, caller, notification)
            : new AdapterResult(deliver(channel, caller, notification), false, false);
      }
      case SendDecision.Edit edit -> {
        caller.reweigh(edit.bytes());
        yield edited(delivery, channel, caller, edit);
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
  private AttemptResult edited(
      TakenDelivery delivery, Channel channel, Caller caller, SendDecision.Edit edit) {
    Optional<Editable> editable = channel.ability(Editable.class);
    if (editable.isEmpty()) {
      return decided(
          delivery, channel, caller, new SendDecision.Send(edit.notification(), edit.bytes()));
    }
    caller.calling();
    Outcome outcome =
        quick.run(
            () -> once(channel, () -> editable.get().update(edit.receipt(), edit.notification())));
    if (!(outcome instanceof Outcome.Rejected(_, var why))) {
      return new AdapterResult(outcome, false, false);
    }
    LOG.info("Delivery {}: its earlier message cannot be changed: {}", delivery.id(), why);
    return edit.matters()
        ? new AdapterResult(deliver(channel, caller, edit.notification()), false, false)
        : new AdapterResult(new Outcome.Delivered(edit.receipt()), false, false);
  }

  private static AttemptResult ended(DeliveryState state, String reason) {
    return new NoAttempt(new Settlement.Ended(state, null, reason));
  }

  private AttemptResult lookedUp(
      TakenDelivery delivery, Channel channel, Caller caller, Notification notification) {
    Optional<DeliveryLookup> lookup = channel.ability(DeliveryLookup.class);
    Instant since = delivery.uncertainSince();
    if (lookup.isEmpty() || since == null) {
      return resend(delivery, channel, caller, notification, true, "its channel cannot be asked");
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
          resend(delivery, channel, caller, notification, false, "it had not been taken");
      case DeliveryLookup.LookupResult.Unknown(var why) ->
          resend(delivery, channel, caller, notification, true, why);
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
      TakenDelivery delivery,
      Channel channel,
      Caller caller,
      Notification notification,
      boolean uncertain,
      String why) {
    LOG.info(
        "Delivery {} may have been sent at {} and is sent again with the same id: {}.",
        delivery.id(),
        delivery.uncertainSince(),
        why);
    // The lookup may have used up the time limit.
    caller.startClock();
    return new AdapterResult(deliver(channel, caller, notification), uncertain, true);
  }

  private Outcome deliver(Channel channel, Caller caller, Notification notification) {
    caller.calling();
    return quick.run(() -> once(channel, () -> channel.deliver(notification)));
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
