package org.messgateway.gateway.dispatch;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.Audience;
import org.messgateway.api.FailureReason;
import org.messgateway.api.Outcome;
import org.messgateway.api.Outcome.Deferred;
import org.messgateway.api.Outcome.Reach;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.Gate;
import org.messgateway.gateway.queue.LaneState;
import org.messgateway.gateway.queue.Settlement;

/**
 * From the outcome of an attempt to what becomes of its delivery, its lane and its account: the one
 * table of DESIGN §5 (Retry). Pure; one per channel.
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

  /** So many different deliveries failing in a row are the lane's fault. */
  static final int FAILING_LANE = 3;

  static final Duration LONGEST_RETRY_AFTER = Duration.ofHours(24);
  private static final Duration BEHIND_THE_PROBE = Duration.ofSeconds(1);

  private final RetrySchedule schedule;
  private final ProbeSchedule probes;
  private final Audience audience;
  private final Duration settleTime;

  /**
   * @param settleTime how long after an attempt of unknown end the adapter can be asked about it;
   *     zero where it cannot
   */
  public OutcomePolicy(
      RetrySchedule schedule, ProbeSchedule probes, Audience audience, Duration settleTime) {
    this.schedule = schedule;
    this.probes = probes;
    this.audience = audience;
    this.settleTime = settleTime;
  }

  public Verdict judge(Outcome outcome, AttemptCase attempt) {
    return switch (outcome) {
      case Outcome.Delivered(var receipt, var reply) ->
          new Verdict(new Settlement.Delivered(receipt, reply), new Gate.Healthy());
      // It answered: whatever made the lane wait is over.
      case Outcome.Rejected(var reason, var sentence) ->
          new Verdict(
              new Settlement.Ended(DeliveryState.REJECTED, reason, sentence), answered(attempt));
      case Deferred deferred -> deferred(deferred, attempt);
    };
  }

  private Verdict deferred(Deferred failure, AttemptCase attempt) {
    return switch (failure.reason().scope()) {
      case ACCOUNT -> account(failure, attempt);
      case LANE -> lane(failure, attempt);
      case DELIVERY -> delivery(failure, attempt);
      case FINAL -> throw new IllegalArgumentException(failure.reason() + " is no deferral");
    };
  }

  private Verdict account(Deferred failure, AttemptCase attempt) {
    Instant until = nextProbe(failure, attempt);
    return new Verdict(
        waiting(failure, attempt),
        new Gate.AccountWaits(until, failure.reason(), failure.sentence()));
  }

  private Verdict lane(Deferred failure, AttemptCase attempt) {
    Instant until = nextProbe(failure, attempt);
    Gate gate = new Gate.LaneWaits(until, failure.reason(), failure.sentence());
    if (failure.reach() != Reach.POSSIBLY_SENT) {
      return new Verdict(waiting(failure, attempt), gate);
    }
    return audience == Audience.PEOPLE
        ? new Verdict(onSchedule(failure, attempt, until), gate)
        : new Verdict(again(failure, attempt, until.plus(BEHIND_THE_PROBE), false), gate);
  }

  private Verdict delivery(Deferred failure, AttemptCase attempt) {
    if (failure.reason() == FailureReason.REQUEST_REFUSED) {
      return new Verdict(refused(failure, attempt), answered(attempt));
    }
    if (attempt.failing() >= FAILING_LANE) {
      return failingLane(failure, attempt);
    }
    return new Verdict(onSchedule(failure, attempt, attempt.now()), answered(attempt));
  }

  /** A clear no to this request proves that somebody is there: it never counts against the lane. */
  private Settlement refused(Deferred failure, AttemptCase attempt) {
    int refusals = attempt.refusals() + 1;
    if (refusals > Math.min(REFUSED_RETRIES, schedule.length())) {
      return dead(failure, "It was refused " + refusals + " times: ");
    }
    Instant due = attempt.now().plus(schedule.after(refusals));
    return again(failure, attempt, later(due, retryAfter(failure, attempt)), true);
  }

  private Verdict failingLane(Deferred failure, AttemptCase attempt) {
    Instant until = nextProbe(failure, attempt);
    String sentence =
        FAILING_LANE + " different deliveries failed in a row, the last one: " + failure.sentence();
    return new Verdict(
        again(failure, attempt, until.plus(BEHIND_THE_PROBE), false),
        new Gate.LaneWaits(until, failure.reason(), sentence));
  }

  private Settlement onSchedule(Deferred failure, AttemptCase attempt, Instant earliest) {
    int spent = attempt.taken().spent() + 1;
    if (spent > schedule.length()) {
      return dead(failure, "It failed " + spent + " times, the last time: ");
    }
    Instant due = later(attempt.now().plus(schedule.after(spent)), earliest);
    return again(failure, attempt, later(due, retryAfter(failure, attempt)), true);
  }

  /** Ready at once; it is the lane or the account that waits. */
  private Settlement waiting(Deferred failure, AttemptCase attempt) {
    Instant promised = retryAfter(failure, attempt);
    return past(promised, attempt)
        ? expired(failure)
        : again(failure, attempt, attempt.now(), false);
  }

  private Settlement again(Deferred failure, AttemptCase attempt, Instant due, boolean spends) {
    boolean uncertain = attempt.uncertain() || failure.reach() == Reach.POSSIBLY_SENT;
    Instant askable = uncertain ? attempt.startedAt().plus(settleTime) : due;
    Instant when = later(due, askable);
    if (past(when, attempt)) {
      return expired(failure);
    }
    return new Settlement.Again(when, failure.reason(), failure.sentence(), spends, uncertain);
  }

  /** Never earlier than asked for, at most a day. */
  private Instant nextProbe(Deferred failure, AttemptCase attempt) {
    Instant probe = attempt.now().plus(probes.after(attempt.taken().lane().probes()));
    return later(probe, retryAfter(failure, attempt));
  }

  private static Instant retryAfter(Deferred failure, AttemptCase attempt) {
    @Nullable Duration asked = failure.retryAfter();
    if (asked == null || asked.isNegative()) {
      return attempt.now();
    }
    boolean tooLong = asked.compareTo(LONGEST_RETRY_AFTER) > 0;
    return attempt.now().plus(tooLong ? LONGEST_RETRY_AFTER : asked);
  }

  private static boolean past(Instant due, AttemptCase attempt) {
    Instant deadline = attempt.taken().deadline();
    return deadline != null && due.isAfter(deadline);
  }

  /**
   * A lane that had been waiting answers again, if not as one would like. On a healthy one the
   * queue counts by itself what fails in a row.
   */
  private static Gate answered(AttemptCase attempt) {
    return attempt.taken().lane().state() == LaneState.CLOSED
        ? new Gate.Unchanged()
        : new Gate.Healthy();
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
}
