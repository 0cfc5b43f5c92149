package org.messgateway.gateway.dispatch;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.DoubleSupplier;
import org.messgateway.api.FailureReason;
import org.messgateway.api.Lookup;
import org.messgateway.api.Outcome;
import org.messgateway.api.Outcome.Deferred;
import org.messgateway.api.Outcome.Reach;
import org.messgateway.gateway.dispatch.Guard.Halt;
import org.messgateway.gateway.dispatch.Performed.NotTried;
import org.messgateway.gateway.dispatch.Performed.Tried;
import org.messgateway.gateway.queue.DeliveryQueue;
import org.messgateway.gateway.queue.Gate;
import org.messgateway.gateway.queue.Settlement;
import org.messgateway.gateway.queue.TakenDelivery;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings an attempt before the policy with what this process remembers, and remembers what it
 * taught.
 */
final class Judge {

  private static final Logger LOG = LoggerFactory.getLogger(Judge.class);

  private final DeliveryQueue queue;
  private final AddressStops stops;
  private final Outage outage;
  private final Timers timers;
  private final InstantSource clock;
  private final DispatchSettings settings;
  private final DoubleSupplier random;

  Judge(
      DeliveryQueue queue,
      AddressStops stops,
      Timers timers,
      InstantSource clock,
      DispatchSettings settings,
      DoubleSupplier random) {
    this.queue = queue;
    this.stops = stops;
    this.outage = new Outage(timers);
    this.timers = timers;
    this.clock = clock;
    this.settings = settings;
    this.random = random;
  }

  /**
   * @param halt why it was interrupted, if it was
   */
  Verdict judge(Subject subject, Performed performed, Halt halt) {
    return switch (performed) {
      case NotTried(Settlement.Returned _) when halt == Halt.STOP -> returned();
      case NotTried(var settlement) -> new Verdict(settlement, new Gate.Unchanged());
      case Tried tried when halt == Halt.STOP && cutShort(tried.outcome()) -> stopped(tried);
      case Tried tried -> tried(subject, tried, inTime(tried.outcome(), halt));
    };
  }

  private static Verdict returned() {
    return new Verdict(new Settlement.Returned(), new Gate.Unchanged());
  }

  /** Whether the outcome tells of the interruption rather than of the remote service. */
  private static boolean cutShort(Outcome outcome) {
    return outcome instanceof Deferred deferred && deferred.reach() != Reach.REFUSED;
  }

  private Outcome inTime(Outcome outcome, Halt halt) {
    return halt == Halt.DEADLINE && outcome instanceof Deferred deferred && cutShort(outcome)
        ? timeout(deferred.reach())
        : outcome;
  }

  Deferred timeout(Reach reach) {
    return new Deferred(
        FailureReason.TIMEOUT,
        "There was no answer within " + settings.attemptLimit().toSeconds() + " s.",
        reach);
  }

  private Verdict stopped(Tried tried) {
    boolean sent = ((Deferred) tried.outcome()).reach() == Reach.POSSIBLY_SENT;
    if (!sent && !tried.uncertain()) {
      return returned();
    }
    return new Verdict(
        new Settlement.Again(
            clock.instant(),
            FailureReason.UNCERTAIN,
            "The gateway stopped before an answer came.",
            false,
            true),
        new Gate.Unchanged());
  }

  private Verdict tried(Subject subject, Tried tried, Outcome outcome) {
    TakenDelivery taken = subject.taken();
    AttemptCase attempt =
        new AttemptCase(
            taken,
            subject.lane().failingWith(taken.id()),
            refusals(taken, outcome),
            tried.uncertain(),
            subject.startedAt(),
            clock.instant());
    Verdict verdict = policy(subject.channel()).judge(outcome, attempt);
    remember(subject, outcome);
    return gated(subject, gone(outcome) ? stopAddress(taken, verdict) : verdict);
  }

  private OutcomePolicy policy(Channel channel) {
    Duration settleTime =
        channel.ability(Lookup.class).map(Lookup::settleTime).orElse(Duration.ZERO);
    return new OutcomePolicy(
        new RetrySchedule(channel.retry(), random),
        settings.probes(),
        channel.audience(),
        settleTime);
  }

  /** Attempts are only read for the one reason that has a count of its own. */
  private int refusals(TakenDelivery taken, Outcome outcome) {
    if (!(outcome instanceof Deferred deferred)
        || deferred.reason() != FailureReason.REQUEST_REFUSED) {
      return 0;
    }
    long before =
        queue.attempts(taken.id()).stream()
            .filter(row -> row.reason() == FailureReason.REQUEST_REFUSED)
            .count();
    // A replayed delivery starts anew: what was refused before does not count among its spent ones.
    return (int) Math.min(before, taken.spent());
  }

  private void remember(Subject subject, Outcome outcome) {
    switch (outcome) {
      case Outcome.Delivered _ -> {
        subject.lane().answered();
        if (outage.up(subject.taken().lane().lane())) {
          LOG.info(
              "Everything was down and {} is back: all lanes are tried again.",
              subject.channel().name());
          queue.probeNow(null, null);
        }
      }
      case Outcome.Rejected _ -> subject.lane().answered();
      case Deferred(var reason, _, _, _) -> {
        if (reason.scope() == FailureReason.Scope.DELIVERY
            && reason != FailureReason.REQUEST_REFUSED) {
          subject.lane().failed(subject.taken().id());
        }
      }
    }
  }

  private static boolean gone(Outcome outcome) {
    return outcome instanceof Outcome.Rejected(var reason, _)
        && reason == FailureReason.ADDRESS_GONE;
  }

  /** Written before the rejection is settled: a stop that was forgotten would call it again. */
  private Verdict stopAddress(TakenDelivery taken, Verdict verdict) {
    Instant until = clock.instant().plus(settings.hold());
    String sentence = "The address asked not to be called again; resume it when that is mended.";
    Gate gate = new Gate.LaneWaits(until, FailureReason.ADDRESS_GONE, sentence);
    try {
      stops.stop(taken.lane().channel(), taken.lane().address(), sentence);
      return verdict.gate(gate);
    } catch (RuntimeException e) {
      LOG.error(
          "An address of {} asked not to be called again and that could not be written down.",
          taken.lane().channel(),
          e);
      return new Verdict(
          new Settlement.Again(until, FailureReason.ADDRESS_GONE, sentence, false, false), gate);
    }
  }

  /**
   * What the gate means for this process. Under one lease the first to stop the lane stands:
   * another attempt that was under way then and went well does not shorten what a 429 asked for.
   */
  private Verdict gated(Subject subject, Verdict verdict) {
    TakenDelivery taken = subject.taken();
    return switch (verdict.gate()) {
      case Gate.LaneWaits(_, var reason, _) -> {
        subject.lane().stop(taken.lane().epoch());
        if (reason == FailureReason.UNREACHABLE || reason == FailureReason.TIMEOUT) {
          outage.down(taken.lane().lane());
        }
        yield verdict;
      }
      case Gate.AccountWaits _ -> {
        subject.lane().stop(taken.lane().epoch());
        subject.account().failed(timers.nanos());
        yield verdict;
      }
      case Gate.Healthy _ ->
          subject.lane().stopped(taken.lane().epoch())
              ? verdict.gate(new Gate.Unchanged())
              : verdict;
      case Gate.Unchanged _ -> verdict;
    };
  }

  /**
   * A thread hangs in spite of its interruption: enough of them stop the lane, then the channel.
   */
  Verdict hung(Subject subject, Verdict verdict, int onLane, int onChannel) {
    Instant until = clock.instant().plus(settings.hold());
    if (onChannel >= Holds.HUNG_ON_CHANNEL) {
      return verdict.gate(Holds.hungChannel(until, onChannel));
    }
    return onLane >= Holds.HUNG_ON_LANE ? verdict.gate(Holds.hungLane(until, onLane)) : verdict;
  }

  /** Attempts on a channel or a lane that no longer hang: it need not wait for its probe. */
  void freed(Subject subject, int onLane, int onChannel) {
    String channel = subject.taken().lane().channel();
    if (onChannel == Holds.HUNG_ON_CHANNEL - 1) {
      LOG.warn("Fewer attempts hang on {}: it is tried again.", channel);
      queue.probeNow(channel, null);
    } else if (onLane == Holds.HUNG_ON_LANE - 1) {
      LOG.warn(
          "Fewer attempts hang on lane {} of {}: it is tried again.",
          subject.taken().lane().lane(),
          channel);
      queue.probeNow(channel, subject.taken().lane().address());
    }
  }

  /** A delivery whose thread hangs before it came to sending. */
  Performed unprepared() {
    return new NotTried(new Settlement.Returned(clock.instant().plus(settings.hold())));
  }
}
