package org.messgateway.gateway.dispatch;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.function.DoubleSupplier;
import org.messgateway.api.DeliveryLookup;
import org.messgateway.api.FailureReason;
import org.messgateway.api.Outcome;
import org.messgateway.api.Outcome.Deferred;
import org.messgateway.api.Outcome.Reach;
import org.messgateway.gateway.dispatch.DeliverySender.AttemptResult;
import org.messgateway.gateway.dispatch.DeliverySender.AttemptResult.AdapterResult;
import org.messgateway.gateway.dispatch.DeliverySender.AttemptResult.NoAttempt;
import org.messgateway.gateway.dispatch.InterruptGuard.Halt;
import org.messgateway.gateway.dispatch.OutcomePolicy.OutcomeVerdict;
import org.messgateway.gateway.dispatch.OutcomePolicy.PolicyInput;
import org.messgateway.gateway.queue.BreakerUpdate;
import org.messgateway.gateway.queue.DeliveryQueue;
import org.messgateway.gateway.queue.Settlement;
import org.messgateway.gateway.queue.TakenDelivery;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns the result of an attempt into a verdict: asks {@link OutcomePolicy} with what this process
 * knows of the lane, and updates {@link LaneHealth}, {@link ChannelHealth} and the outage detector.
 */
final class OutcomeHandler {

  private static final Logger LOG = LoggerFactory.getLogger(OutcomeHandler.class);

  private final DeliveryQueue queue;
  private final AddressStops stops;
  private final OutageDetector outage;
  private final Timers timers;
  private final InstantSource clock;
  private final DispatchSettings settings;
  private final DoubleSupplier random;

  OutcomeHandler(
      DeliveryQueue queue,
      AddressStops stops,
      Timers timers,
      InstantSource clock,
      DispatchSettings settings,
      DoubleSupplier random) {
    this.queue = queue;
    this.stops = stops;
    this.outage = new OutageDetector(timers);
    this.timers = timers;
    this.clock = clock;
    this.settings = settings;
    this.random = random;
  }

  /**
   * The verdict on an attempt that ended.
   *
   * @param halt why the attempt was interrupted, if it was
   */
  OutcomeVerdict judge(Attempt attempt, AttemptResult attemptResult, Halt halt) {
    return switch (attemptResult) {
      case NoAttempt(Settlement.Returned _) when halt == Halt.STOP -> returned();
      case NoAttempt(var settlement) ->
          new OutcomeVerdict(settlement, new BreakerUpdate.Unchanged());
      case AdapterResult tried when halt == Halt.STOP && cutShort(tried.outcome()) ->
          stopped(tried);
      case AdapterResult tried -> tried(attempt, tried, inTime(tried.outcome(), halt));
    };
  }

  private static OutcomeVerdict returned() {
    return new OutcomeVerdict(new Settlement.Returned(), new BreakerUpdate.Unchanged());
  }

  /** Whether the outcome comes from the interruption and not from the remote service. */
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

  private OutcomeVerdict stopped(AdapterResult tried) {
    boolean sent = ((Deferred) tried.outcome()).reach() == Reach.POSSIBLY_SENT;
    if (!sent && !tried.uncertain()) {
      return returned();
    }
    return new OutcomeVerdict(
        new Settlement.Retry(
            clock.instant(),
            FailureReason.UNCERTAIN,
            "The gateway stopped before an answer came.",
            false,
            true),
        new BreakerUpdate.Unchanged());
  }

  private OutcomeVerdict tried(Attempt attempt, AdapterResult tried, Outcome outcome) {
    TakenDelivery delivery = attempt.delivery();
    PolicyInput input =
        new PolicyInput(
            delivery,
            attempt.lane().failingWith(delivery.id()),
            refusals(delivery, outcome),
            tried.uncertain(),
            attempt.startedAt(),
            clock.instant());
    OutcomeVerdict verdict = policy(attempt.channel()).judge(outcome, input);
    remember(attempt, outcome);
    return gated(attempt, gone(outcome) ? stopAddress(delivery, verdict) : verdict);
  }

  private OutcomePolicy policy(Channel channel) {
    Duration settleTime =
        channel.ability(DeliveryLookup.class).map(DeliveryLookup::settleTime).orElse(Duration.ZERO);
    return new OutcomePolicy(
        new RetrySchedule(channel.retry(), random), channel.audience(), settleTime);
  }

  /** Reads earlier attempts only for the one reason that has a count of its own. */
  private int refusals(TakenDelivery delivery, Outcome outcome) {
    if (!(outcome instanceof Deferred deferred)
        || deferred.reason() != FailureReason.REQUEST_REFUSED) {
      return 0;
    }
    long before =
        queue.attempts(delivery.id()).stream()
            .filter(row -> row.reason() == FailureReason.REQUEST_REFUSED)
            .count();
    // A replay resets the spent attempts: refusals before the replay do not count.
    return (int) Math.min(before, delivery.spent());
  }

  private void remember(Attempt attempt, Outcome outcome) {
    switch (outcome) {
      case Outcome.Delivered _ -> {
        attempt.lane().answered();
        if (outage.up(attempt.delivery().lane().lane())) {
          LOG.info(
              "Everything was down and {} is back: all lanes are tried again.",
              attempt.channel().name());
          queue.probeNow(null, null);
        }
      }
      case Outcome.Rejected _ -> attempt.lane().answered();
      case Deferred(var reason, _, _, _) -> {
        if (reason.scope() == FailureReason.FailureScope.DELIVERY
            && reason != FailureReason.REQUEST_REFUSED) {
          attempt.lane().failed(attempt.delivery().id());
        }
      }
    }
  }

  private static boolean gone(Outcome outcome) {
    return outcome instanceof Outcome.Rejected(var reason, _)
        && reason == FailureReason.ADDRESS_GONE;
  }

  /**
   * Stored before the rejection is settled: after a crash in between, the address stays stopped.
   */
  private OutcomeVerdict stopAddress(TakenDelivery delivery, OutcomeVerdict verdict) {
    Instant until = clock.instant().plus(settings.hold());
    String sentence = "The address asked not to be called again; resume it when that is mended.";
    BreakerUpdate breaker =
        new BreakerUpdate.LaneWaits(until, FailureReason.ADDRESS_GONE, sentence);
    try {
      stops.stop(delivery.lane().channel(), delivery.lane().address(), sentence);
      return verdict.gate(breaker);
    } catch (RuntimeException e) {
      LOG.error(
          "An address of {} asked not to be called again and that could not be written down.",
          delivery.lane().channel(),
          e);
      return new OutcomeVerdict(
          new Settlement.Retry(until, FailureReason.ADDRESS_GONE, sentence, false, false), breaker);
    }
  }

  /**
   * Applies the breaker update to the health of lane and account. The first stop under a lease
   * stands: an attempt that was in flight then and succeeds does not shorten the wait that a 429
   * asked for.
   */
  private OutcomeVerdict gated(Attempt attempt, OutcomeVerdict verdict) {
    TakenDelivery delivery = attempt.delivery();
    return switch (verdict.breaker()) {
      case BreakerUpdate.LaneWaits(_, var reason, _) -> {
        attempt.lane().stop(delivery.lane().epoch());
        if (reason == FailureReason.UNREACHABLE || reason == FailureReason.TIMEOUT) {
          outage.down(delivery.lane().lane());
        }
        yield verdict;
      }
      case BreakerUpdate.AccountWaits _ -> {
        attempt.lane().stop(delivery.lane().epoch());
        attempt.account().failed(timers.nanos());
        yield verdict;
      }
      case BreakerUpdate.Healthy _ ->
          attempt.lane().stopped(delivery.lane().epoch())
                  || attempt.account().failedSince(attempt.startedNanos())
              ? verdict.gate(new BreakerUpdate.Unchanged())
              : verdict;
      case BreakerUpdate.Unchanged _ -> verdict;
    };
  }

  /**
   * The verdict on an attempt whose thread ignores its interruption: 3 such attempts stop the lane,
   * 32 the channel.
   */
  OutcomeVerdict hung(Attempt attempt, OutcomeVerdict verdict, int onLane, int onChannel) {
    Instant until = clock.instant().plus(settings.hold());
    if (onChannel >= LaneHolds.HUNG_ON_CHANNEL) {
      return verdict.gate(LaneHolds.hungChannel(until, onChannel));
    }
    return onLane >= LaneHolds.HUNG_ON_LANE
        ? verdict.gate(LaneHolds.hungLane(until, onLane))
        : verdict;
  }

  /** A hung attempt ended; where too few are left to stop lane or channel, it is probed at once. */
  void hangEnded(Attempt attempt, int onLane, int onChannel) {
    String channel = attempt.delivery().lane().channel();
    if (onChannel == LaneHolds.HUNG_ON_CHANNEL - 1) {
      LOG.warn("Fewer attempts hang on {}: it is tried again.", channel);
      queue.probeNow(channel, null);
    } else if (onLane == LaneHolds.HUNG_ON_LANE - 1) {
      LOG.warn(
          "Fewer attempts hang on lane {} of {}: it is tried again.",
          attempt.delivery().lane().lane(),
          channel);
      queue.probeNow(channel, attempt.delivery().lane().address());
    }
  }

  /** The result of an attempt whose thread hangs before the adapter was called. */
  AttemptResult unprepared() {
    return new NoAttempt(new Settlement.Returned(clock.instant().plus(settings.hold())));
  }

  /**
   * Notices that all lanes were down and one delivers again. Then the gateway's own network was
   * down, and the other lanes need not wait for their probes. Thread-safe.
   */
  private static final class OutageDetector {

    /** Most lanes that are remembered as down. */
    private static final int MANY = 20_000;

    private final Map<Long, Long> downSince = new HashMap<>();
    private final Timers timers;
    private long lastSuccess;
    private boolean anySuccess;

    OutageDetector(Timers timers) {
      this.timers = timers;
    }

    synchronized void down(long lane) {
      if (downSince.size() < MANY) {
        downSince.putIfAbsent(lane, timers.nanos());
      }
    }

    /**
     * A lane delivered.
     *
     * @return whether it was down, nothing had been delivered since it went down, and others still
     *     are
     */
    synchronized boolean up(long lane) {
      Long since = downSince.remove(lane);
      boolean allWereDown =
          since != null && (!anySuccess || lastSuccess - since < 0) && !downSince.isEmpty();
      lastSuccess = timers.nanos();
      anySuccess = true;
      return allWereDown;
    }
  }
}
