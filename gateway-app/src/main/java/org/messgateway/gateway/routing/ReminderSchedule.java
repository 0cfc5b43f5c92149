package org.messgateway.gateway.routing;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.messgateway.gateway.protocol.Conversation;
import org.messgateway.gateway.protocol.Deadline;
import org.messgateway.gateway.protocol.InstantRange;

/**
 * The silence of a holder in intervals, each of which ends with a reminder. An interval is as long
 * as configured, but at most half of the time until the deadline; one that would be shorter than 10
 * minutes does not begin. After a message with an {@code eta} the first interval lasts until then.
 */
final class ReminderSchedule {

  private static final Duration SHORTEST = Duration.ofMinutes(10);

  private ReminderSchedule() {}

  /**
   * The interval that ended last.
   *
   * @param begun when its reminder was due; empty before the first
   * @param serial unique for each interval of each silence
   * @param next when the next interval ends
   */
  record Interval(Optional<Instant> begun, int serial, Optional<Instant> next) {

    private static final Interval NONE = new Interval(Optional.empty(), 0, Optional.empty());
  }

  static Interval of(
      Conversation conversation, Deadline deadline, ReminderPolicy reminderPolicy, Instant now) {
    Conversation.SignOfLife heard = conversation.heard();
    if (heard == null) {
      return Interval.NONE;
    }
    Instant eta = heard.eta();
    Instant from = InstantRange.earlier(heard.at(), now);
    Optional<Instant> begun = Optional.empty();
    int number = 0;
    Optional<Instant> next =
        eta != null && eta.isAfter(from) && deadline.allows(eta) && reminderPolicy.times() > 0
            ? Optional.of(eta)
            : next(from, deadline, reminderPolicy, number);
    while (next.isPresent() && !next.get().isAfter(now)) {
      begun = next;
      number++;
      next = next(begun.get(), deadline, reminderPolicy, number);
    }
    return new Interval(begun, heard.position() * (ReminderPolicy.MOST_TIMES + 1) + number, next);
  }

  private static Optional<Instant> next(
      Instant from, Deadline deadline, ReminderPolicy reminderPolicy, int number) {
    Duration half =
        deadline
            .at()
            .map(at -> Duration.between(from, at).dividedBy(2))
            .orElse(reminderPolicy.after());
    boolean sooner = half.compareTo(reminderPolicy.after()) < 0;
    Duration wait = sooner ? half : reminderPolicy.after();
    boolean more = number < reminderPolicy.times() && !(sooner && half.compareTo(SHORTEST) < 0);
    return more ? Optional.of(InstantRange.plus(from, wait)) : Optional.empty();
  }
}
