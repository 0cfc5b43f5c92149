package org.messgateway.gateway.routing;

import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.Priority;
import org.messgateway.gateway.routing.Availability.Schedule;
import org.messgateway.gateway.routing.Preferences.QuietHours;

/**
 * When an executor may be told: within its hours, outside its quiet hours and not while it wants to
 * be left alone; urgent requests at any time. Source: DESIGN §5 (When).
 *
 * <p>The answer for an instant within a closed stretch is the opening that ends it, and stays the
 * same while that opening lasts. So a delivery gets its due time once and keeps it, until its
 * window closes before it could be sent.
 */
final class TellingTimes {

  /** Windows looked at before we say that hours and quiet hours leave no time. */
  private static final int MOST_WINDOWS = 64;

  private final @Nullable Hours hours;
  private final @Nullable QuietHoursClock quiet;
  private final @Nullable Instant paused;

  private TellingTimes(
      @Nullable Hours hours, @Nullable QuietHoursClock quiet, @Nullable Instant paused) {
    this.hours = hours;
    this.quiet = quiet;
    this.paused = paused;
  }

  static TellingTimes of(Executor executor, Priority priority, HoursBook book) {
    return priority == Priority.URGENT
        ? new TellingTimes(null, null, null)
        : new TellingTimes(
            hours(executor, book), quiet(executor), executor.preferences().pausedUntil());
  }

  private static @Nullable Hours hours(Executor executor, HoursBook book) {
    if (executor.availability() instanceof Schedule schedule) {
      Hours hours = book.of(schedule);
      return hours.always() ? null : hours;
    }
    return null;
  }

  private static @Nullable QuietHoursClock quiet(Executor executor) {
    QuietHours quiet = executor.preferences().quietHours();
    return quiet == null || quiet.start().equals(quiet.end()) ? null : new QuietHoursClock(quiet);
  }

  /**
   * The time for something that may be told from {@code basis} on and has not been told at {@code
   * now}.
   *
   * @return empty when hours and quiet hours leave no time at all
   */
  Optional<Slot> slot(Instant basis, Instant now) {
    Instant asked = InstantRange.later(basis, now);
    return firstOpen(asked)
        .map(
            open -> open.equals(asked) ? openNow(basis, asked) : slot(basis, open, closesAt(open)));
  }

  private Slot openNow(Instant basis, Instant now) {
    return slot(basis, openSince(now, basis), closesAt(now));
  }

  private Slot slot(Instant basis, Instant due, Optional<Instant> closes) {
    if (!due.isAfter(basis)) {
      return new Slot(due, Deferral.NONE, closes);
    }
    if (due.equals(paused)) {
      return new Slot(due, Deferral.PAUSE, closes);
    }
    return new Slot(due, endsQuiet(due) ? Deferral.QUIET_HOURS : Deferral.HOURS, closes);
  }

  private boolean endsQuiet(Instant due) {
    return quiet != null && quiet.loudSince(due).filter(due::equals).isPresent();
  }

  private Optional<Instant> firstOpen(Instant from) {
    Instant candidate = paused == null ? from : InstantRange.later(from, paused);
    for (int window = 0; window < MOST_WINDOWS; window++) {
      Optional<Instant> open = hoursOpen(candidate);
      if (open.isEmpty()) {
        return open;
      }
      Instant loud = quiet == null ? open.get() : quiet.quietUntil(open.get());
      if (loud.equals(open.get())) {
        return open;
      }
      candidate = loud;
    }
    return Optional.empty();
  }

  private Optional<Instant> hoursOpen(Instant from) {
    return hours == null ? Optional.of(from) : hours.nextOpen(from);
  }

  private Instant openSince(Instant at, Instant floor) {
    Instant start =
        paused == null || paused.isAfter(at) ? floor : InstantRange.later(floor, paused);
    Instant since = hours == null ? start : hours.openSince(at, start);
    return quiet == null ? since : InstantRange.later(since, quiet.loudSince(at).orElse(since));
  }

  private Optional<Instant> closesAt(Instant at) {
    Optional<Instant> closes = hours == null ? Optional.empty() : hours.closesAt(at);
    return quiet == null ? closes : InstantRange.earlier(closes, quiet.quietAgainAt(at));
  }

  /**
   * A due time.
   *
   * @param closes when it will be another one, unless it was told before
   */
  record Slot(Instant due, Deferral deferral, Optional<Instant> closes) {}
}
