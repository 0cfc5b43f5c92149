package org.messgateway.gateway.dispatch;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Editable;
import org.messgateway.api.FailureReason;
import org.messgateway.api.Lookup;
import org.messgateway.api.Notification;
import org.messgateway.api.Outcome;
import org.messgateway.api.Outcome.Deferred;
import org.messgateway.api.Outcome.Reach;
import org.messgateway.gateway.dispatch.Performed.NotTried;
import org.messgateway.gateway.dispatch.Performed.Tried;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.Settlement;
import org.messgateway.gateway.queue.TakenDelivery;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One try on the attempt's thread: asks whether it is still wanted, looks up what is uncertain,
 * sends. Blocks; what it calls may hang. Throws nothing that a thread, routing or an adapter does
 * wrong.
 */
final class Sender {

  private static final Logger LOG = LoggerFactory.getLogger(Sender.class);
  private static final Duration LOOK_AGAIN = Duration.ofSeconds(30);

  private final Wanted wanted;
  private final QuickTries quick;
  private final InstantSource clock;

  Sender(Wanted wanted, QuickTries quick, InstantSource clock) {
    this.wanted = wanted;
    this.quick = quick;
    this.clock = clock;
  }

  /** An attempt as the sender sees it. */
  interface Caller {

    /** Waits until there is room for this many bytes; false at stop. */
    boolean weigh(long bytes) throws InterruptedException;

    /** The notification keeps this many. */
    void reweigh(long bytes);

    /** The time limit begins, again. */
    void startClock();

    /** Something may be sent from now on. */
    void calling();
  }

  Performed send(TakenDelivery taken, Channel channel, Caller caller) {
    try {
      if (!caller.weigh(wanted.weight(taken))) {
        return new NotTried(new Settlement.Returned());
      }
      caller.startClock();
      return decided(taken, channel, caller, wanted.wanted(taken));
    } catch (InterruptedException e) {
      // Nothing was sent yet. The guard clears or expects the interruption.
      Thread.currentThread().interrupt();
      return new NotTried(new Settlement.Returned());
    } catch (RuntimeException | Error e) {
      LOG.error(
          "It could not be decided whether delivery {} of thread {} is still wanted; again in {}"
              + " s.",
          taken.id(),
          taken.identity().ref(),
          LOOK_AGAIN.toSeconds(),
          e);
      return new NotTried(new Settlement.Returned(clock.instant().plus(LOOK_AGAIN)));
    }
  }

  private Performed decided(
      TakenDelivery taken, Channel channel, Caller caller, Decision decision) {
    return switch (decision) {
      case Decision.Send(var notification, var bytes) -> {
        caller.reweigh(bytes);
        yield taken.uncertain()
            ? lookedUp(taken, channel, caller, notification)
            : new Tried(deliver(channel, caller, notification), false, false);
      }
      case Decision.Edit edit -> {
        caller.reweigh(edit.bytes());
        yield edited(taken, channel, caller, edit);
      }
      case Decision.Told(var receipt) -> new NotTried(new Settlement.Delivered(receipt, null));
      case Decision.NotWanted(var reason) -> ended(DeliveryState.WITHDRAWN, reason);
      case Decision.Expired(var reason) -> ended(DeliveryState.EXPIRED, reason);
      case Decision.CannotTell(var reason, var retryAt) -> {
        LOG.info("Delivery {} of {} waits: {}", taken.id(), taken.identity().ref(), reason);
        yield new NotTried(new Settlement.Returned(retryAt));
      }
      case Decision.SetAside(var reason, var until) -> {
        // The thread's own look has said so already, once for all that wait for it.
        LOG.debug("Delivery {} of {} is set aside: {}", taken.id(), taken.identity().ref(), reason);
        yield new NotTried(new Settlement.SetAside(until));
      }
    };
  }

  /** Doing it twice changes nothing, so that nobody has to be asked about an uncertain one. */
  private Performed edited(
      TakenDelivery taken, Channel channel, Caller caller, Decision.Edit edit) {
    Optional<Editable> editable = channel.ability(Editable.class);
    if (editable.isEmpty()) {
      return decided(taken, channel, caller, new Decision.Send(edit.notification(), edit.bytes()));
    }
    caller.calling();
    Outcome outcome =
        quick.run(
            () -> once(channel, () -> editable.get().update(edit.receipt(), edit.notification())));
    if (!(outcome instanceof Outcome.Rejected(_, var why))) {
      return new Tried(outcome, false, false);
    }
    LOG.info("Delivery {}: its earlier message cannot be changed: {}", taken.id(), why);
    return edit.matters()
        ? new Tried(deliver(channel, caller, edit.notification()), false, false)
        : new Tried(new Outcome.Delivered(edit.receipt()), false, false);
  }

  private static Performed ended(DeliveryState state, String reason) {
    return new NotTried(new Settlement.Ended(state, null, reason));
  }

  private Performed lookedUp(
      TakenDelivery taken, Channel channel, Caller caller, Notification notification) {
    Optional<Lookup> lookup = channel.ability(Lookup.class);
    Instant since = taken.uncertainSince();
    if (lookup.isEmpty() || since == null) {
      return resend(taken, channel, caller, notification, true, "its channel cannot be asked");
    }
    Instant askable = since.plus(lookup.get().settleTime());
    if (clock.instant().isBefore(askable)) {
      return new NotTried(new Settlement.Returned(askable));
    }
    return switch (find(lookup.get(), notification, since)) {
      case Lookup.Finding.Found(var receipt) -> {
        LOG.info("Delivery {} had been taken by the remote service before.", taken.id());
        yield new Tried(new Outcome.Delivered(receipt), false, false);
      }
      case Lookup.Finding.NotFound _ ->
          resend(taken, channel, caller, notification, false, "it had not been taken");
      case Lookup.Finding.Unknown(var why) ->
          resend(taken, channel, caller, notification, true, why);
    };
  }

  private static Lookup.Finding find(Lookup lookup, Notification notification, Instant since) {
    try {
      Lookup.Finding found = lookup.find(notification, since);
      return found == null ? new Lookup.Finding.Unknown("the adapter gave no answer") : found;
    } catch (RuntimeException | Error e) {
      return new Lookup.Finding.Unknown("looking it up failed with " + e.getClass().getName());
    }
  }

  private Performed resend(
      TakenDelivery taken,
      Channel channel,
      Caller caller,
      Notification notification,
      boolean uncertain,
      String why) {
    LOG.info(
        "Delivery {} may have been sent at {} and is sent again with the same id: {}.",
        taken.id(),
        taken.uncertainSince(),
        why);
    // The question may have used up the time of the answer.
    caller.startClock();
    return new Tried(deliver(channel, caller, notification), uncertain, true);
  }

  private Outcome deliver(Channel channel, Caller caller, Notification notification) {
    caller.calling();
    return quick.run(() -> once(channel, () -> channel.deliver(notification)));
  }

  private static Outcome once(Channel channel, Supplier<@Nullable Outcome> call) {
    try {
      @Nullable Outcome outcome = call.get();
      return outcome == null ? failed(channel, "gave no outcome") : outcome;
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
