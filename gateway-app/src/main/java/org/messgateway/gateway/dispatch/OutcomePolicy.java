package org.messgateway.gateway.dispatch;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Audience;
import org.messgateway.api.FailureReason;
import org.messgateway.api.Outcome;
import org.messgateway.api.Outcome.Deferred;
import org.messgateway.api.Outcome.Reach;
import org.messgateway.gateway.queue.BreakerUpdate;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.LaneState;
import org.messgateway.gateway.queue.Settlement;
import org.messgateway.gateway.queue.TakenDelivery;

/**
 * The table of docs/rules.md#retry: from the outcome of an attempt to the settlement of its
 * delivery and the breaker update of its lane or account. Pure; one per channel.
 *
 * <p>A lane's or account's failure leaves the row ready, so that a probe at once finds it. Two
 * exceptions. Where a request of unknown end made the lane wait, the row comes a second after the
 * probe: should this very message be what hangs the destination, another one gets to probe. And on
 * a people's channel such a row goes by the schedule of deliveries and spends an attempt: every
 * probe may be one more ping on somebody's phone, while machines know the id.
 */
public final class OutcomePolicy {

  /** Retries of a request that a machine refuses; all within an hour by the default schedule. */
  static final int REFUSED_RETRIES = 5;

  /** Different deliveries failing in a row after which the lane counts as failing. */
  static final int FAILING_LANE = 3;

  /** When a lane that waits is tried again; the last wait repeats. */
  private static final List<Duration> PROBES =
      List.of(
          Duration.ofSeconds(5),
          Duration.ofSeconds(15),
          Duration.ofMinutes(1),
          Duration.ofMinutes(5));

  static final Duration LONGEST_RETRY_AFTER = Duration.ofHours(24);
  private static final Duration BEHIND_THE_PROBE = Duration.ofSeconds(1);

  /** The consequences of an attempt for its delivery and for its lane or account. */
  public record OutcomeVerdict(Settlement settlement, BreakerUpdate breaker) {

    OutcomeVerdict gate(BreakerUpdate other) {
      return new OutcomeVerdict(settlement, other);
    }
  }

  private final RetrySchedule schedule;
  private final Audience audience;
  private final Duration settleTime;

  /**
   * @param settleTime how long after an attempt of unknown end the adapter can be asked about it;
   *     zero where it cannot
   */
  public OutcomePolicy(RetrySchedule schedule, Audience audience, Duration settleTime) {
    this.schedule = schedule;
    this.audience = audience;
    this.settleTime = settleTime;
  }

  public OutcomeVerdict judge(Outcome outcome, PolicyInput attempt) {
    return switch (outcome) {
      case Outcome.Delivered(var receipt, var reply) ->
          new OutcomeVerdict(new Settlement.Delivered(receipt, reply), new BreakerUpdate.Healthy());
      // The destination answered, so the lane need not wait any more.
      case Outcome.Rejected(var reason, var sentence) ->
          new OutcomeVerdict(
              new Settlement.Ended(DeliveryState.REJECTED, reason, sentence), answered(attempt));
      case Deferred deferred -> deferred(deferred, attempt);
    };
  }

  private OutcomeVerdict deferred(Deferred failure, PolicyInput attempt) {
    return switch (failure.reason().scope()) {
      case ACCOUNT -> account(failure, attempt);
      case LANE -> lane(failure, attempt);
      case DELIVERY -> delivery(failure, attempt);
      case FINAL -> throw new IllegalArgumentException(failure.reason() + " is no deferral");
    };
  }

  private OutcomeVerdict account(Deferred failure, PolicyInput attempt) {
    Instant until = nextProbe(failure, attempt);
    return new OutcomeVerdict(
        waiting(failure, attempt),
        new BreakerUpdate.AccountWaits(until, failure.reason(), failure.sentence()));
  }

  private OutcomeVerdict lane(Deferred failure, PolicyInput attempt) {
    Instant until = nextProbe(failure, attempt);
    BreakerUpdate breaker =
        new BreakerUpdate.LaneWaits(until, failure.reason(), failure.sentence());
    if (failure.reach() != Reach.POSSIBLY_SENT) {
      return new OutcomeVerdict(waiting(failure, attempt), breaker);
    }
    return audience == Audience.PEOPLE
        ? new OutcomeVerdict(onSchedule(failure, attempt, until), breaker)
        : new OutcomeVerdict(again(failure, attempt, until.plus(BEHIND_THE_PROBE), false), breaker);
  }

  private OutcomeVerdict delivery(Deferred failure, PolicyInput attempt) {
    if (failure.reason() == FailureReason.REQUEST_REFUSED) {
      return new OutcomeVerdict(refused(failure, attempt), answered(attempt));
    }
    if (attempt.failing() >= FAILING_LANE) {
      return failingLane(failure, attempt);
    }
    return new OutcomeVerdict(onSchedule(failure, attempt, attempt.now()), answered(attempt));
  }

  /** A refusal proves that the destination answers: it never counts against the lane. */
  private Settlement refused(Deferred failure, PolicyInput attempt) {
    int refusals = attempt.refusals() + 1;
    if (refusals > Math.min(REFUSED_RETRIES, schedule.length())) {
      return dead(failure, "It was refused " + refusals + " times: ");
    }
    Instant due = attempt.now().plus(schedule.after(refusals));
    return again(failure, attempt, later(due, retryAfter(failure, attempt)), true);
  }

  private OutcomeVerdict failingLane(Deferred failure, PolicyInput attempt) {
    Instant until = nextProbe(failure, attempt);
    String sentence =
        FAILING_LANE + " different deliveries failed in a row, the last one: " + failure.sentence();
    return new OutcomeVerdict(
        again(failure, attempt, until.plus(BEHIND_THE_PROBE), false),
        new BreakerUpdate.LaneWaits(until, failure.reason(), sentence));
  }

  private Settlement onSchedule(Deferred failure, PolicyInput attempt, Instant earliest) {
    int spent = attempt.delivery().spent() + 1;
    if (spent > schedule.length()) {
      return dead(failure, "It failed " + spent + " times, the last time: ");
    }
    Instant due = later(attempt.now().plus(schedule.after(spent)), earliest);
    return again(failure, attempt, later(due, retryAfter(failure, attempt)), true);
  }

  /** Ready at once; it is the lane or the account that waits. */
  private Settlement waiting(Deferred failure, PolicyInput attempt) {
    Instant promised = retryAfter(failure, attempt);
    return past(promised, attempt)
        ? expired(failure)
        : again(failure, attempt, attempt.now(), false);
  }

  private Settlement again(Deferred failure, PolicyInput attempt, Instant due, boolean spends) {
    boolean uncertain = attempt.uncertain() || failure.reach() == Reach.POSSIBLY_SENT;
    Instant askable = uncertain ? attempt.startedAt().plus(settleTime) : due;
    Instant when = later(due, askable);
    if (past(when, attempt)) {
      return expired(failure);
    }
    return new Settlement.Retry(when, failure.reason(), failure.sentence(), spends, uncertain);
  }

  /** Never earlier than asked for, at most a day. */
  private Instant nextProbe(Deferred failure, PolicyInput attempt) {
    int failed = Math.clamp(attempt.delivery().lane().probes(), 0, PROBES.size() - 1);
    Instant probe = attempt.now().plus(PROBES.get(failed));
    return later(probe, retryAfter(failure, attempt));
  }

  private static Instant retryAfter(Deferred failure, PolicyInput attempt) {
    @Nullable Duration asked = failure.retryAfter();
    if (asked == null || asked.isNegative()) {
      return attempt.now();
    }
    boolean tooLong = asked.compareTo(LONGEST_RETRY_AFTER) > 0;
    return attempt.now().plus(tooLong ? LONGEST_RETRY_AFTER : asked);
  }

  private static boolean past(Instant due, PolicyInput attempt) {
    Instant deadline = attempt.delivery().deadline();
    return deadline != null && due.isAfter(deadline);
  }

  /**
   * The lane answered, if with a failure: a waiting lane is healthy again. On a healthy lane the
   * queue itself counts failures in a row.
   */
  private static BreakerUpdate answered(PolicyInput attempt) {
    return attempt.delivery().lane().state() == LaneState.CLOSED
        ? new BreakerUpdate.Unchanged()
        : new BreakerUpdate.Healthy();
  }

  private static Settlement dead(Deferred failure, String why) {
    return new Settlement.Ended(DeliveryState.DEAD, failure.reason(), why + failure.sentence());
  }

  private static Settlement expired(Deferred failure) {
    return new Settlement.Ended(
        DeliveryState.EXPIRED,
        failure.reason(),
        "Its deadline comes before the next attempt; the last one: " + failure.sentence());
  }

  private static Instant later(Instant a, Instant b) {
    return a.isAfter(b) ? a : b;
  }

  /**
   * All that {@link OutcomePolicy} looks at beside the outcome.
   *
   * @param failing different deliveries of this lane that failed in a row, this one among them
   *     should it fail
   * @param refusals earlier attempts of this delivery that were refused as a request
   * @param uncertain whether an earlier attempt may have been taken and nothing has proved
   *     otherwise
   * @param startedAt of the attempt
   * @param now when it ended
   */
  public record PolicyInput(
      TakenDelivery delivery,
      int failing,
      int refusals,
      boolean uncertain,
      Instant startedAt,
      Instant now) {}
}
