package org.messgateway.gateway.routing;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * How long somebody who has a task has been quiet, in intervals: each ends with a reminder. An
 * interval lasts as long as the configuration says, but at most half of the time that is left; one
 * that would be shorter than a few minutes begins no more. Who said until when they need is left
 * alone until then.
 */
final class Silence {

  private static final Duration SHORTEST = Duration.ofMinutes(10);

  private Silence() {}

  /**
   * The interval that has ended last.
   *
   * @param begun when its reminder was due; empty before the first
   * @param serial different for each interval of each silence
   * @param next when the next one ends
   */
  record Interval(Optional<Instant> begun, int serial, Optional<Instant> next) {

    private static final Interval NONE = new Interval(Optional.empty(), 0, Optional.empty());
  }

  static Interval of(Course course, Deadline deadline, Reminders reminders, Instant now) {
    Course.Word heard = course.heard();
    if (heard == null) {
      return Interval.NONE;
    }
    Instant eta = heard.eta();
    Instant from = InstantRange.earlier(heard.at(), now);
    Optional<Instant> begun = Optional.empty();
    int number = 0;
    Optional<Instant> next =
        eta != null && eta.isAfter(from) && deadline.allows(eta) && reminders.times() > 0
            ? Optional.of(eta)
            : next(from, deadline, reminders, number);
    while (next.isPresent() && !next.get().isAfter(now)) {
      begun = next;
      number++;
      next = next(begun.get(), deadline, reminders, number);
    }
    return new Interval(begun, heard.position() * (Reminders.MOST_TIMES + 1) + number, next);
  }

  private static Optional<Instant> next(
      Instant from, Deadline deadline, Reminders reminders, int number) {
    Duration half =
        deadline.at().map(at -> Duration.between(from, at).dividedBy(2)).orElse(reminders.after());
    boolean sooner = half.compareTo(reminders.after()) < 0;
    Duration wait = sooner ? half : reminders.after();
    boolean more = number < reminders.times() && !(sooner && half.compareTo(SHORTEST) < 0);
    return more ? Optional.of(InstantRange.plus(from, wait)) : Optional.empty();
  }
}
