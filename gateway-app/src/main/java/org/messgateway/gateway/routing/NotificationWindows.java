package org.messgateway.gateway.routing;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.Priority;
import org.messgateway.gateway.protocol.InstantRange;
import org.messgateway.gateway.routing.Availability.Schedule;
import org.messgateway.gateway.routing.Preferences.QuietHours;

/**
 * When an executor may be notified: within its hours, outside its quiet hours and its pause; of
 * urgent requests at any time. Source: docs/rules.md#when.
 *
 * <p>The due time for an instant outside the windows is the next opening, and stays the same while
 * that window is open. So a delivery keeps its due time until its window closes before it was sent.
 */
final class NotificationWindows {

  /** Windows tried before the answer is that hours and quiet hours leave no time. */
  private static final int MOST_WINDOWS = 64;

  /** Of urgent requests, and of executors without hours, quiet hours and pause. */
  private static final NotificationWindows ALWAYS = new NotificationWindows(null, null, null);

  private final @Nullable Hours hours;
  private final @Nullable QuietHoursClock quiet;
  private final @Nullable Instant paused;

  private NotificationWindows(
      @Nullable Hours hours, @Nullable QuietHoursClock quiet, @Nullable Instant paused) {
    this.hours = hours;
    this.quiet = quiet;
    this.paused = paused;
  }

  static NotificationWindows of(Executor executor, Priority priority, HoursCache book) {
    return priority == Priority.URGENT || isAlways(executor)
        ? ALWAYS
        : new NotificationWindows(
            hours(executor, book), quiet(executor), executor.preferences().pausedUntil());
  }

  private static boolean isAlways(Executor executor) {
    return !(executor.availability() instanceof Schedule)
        && executor.preferences().quietHours() == null
        && executor.preferences().pausedUntil() == null;
  }

  private static @Nullable Hours hours(Executor executor, HoursCache book) {
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
   * The due time of a delivery that may be sent from {@code basis} on and is not sent at {@code
   * now}.
   *
   * @return empty when hours and quiet hours leave no time at all
   */
  Optional<Slot> slot(Instant basis, Instant now) {
    if (hours == null && quiet == null && paused == null) {
      return Optional.of(new Slot(basis, DeferralReason.NONE, Optional.empty()));
    }
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
      return new Slot(due, DeferralReason.NONE, closes);
    }
    if (due.equals(paused)) {
      return new Slot(due, DeferralReason.PAUSE, closes);
    }
    return new Slot(
        due, endsQuiet(due) ? DeferralReason.QUIET_HOURS : DeferralReason.HOURS, closes);
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
   * @param closes when the window closes and an unsent delivery gets another due time
   */
  record Slot(Instant due, DeferralReason deferral, Optional<Instant> closes) {}

  /**
   * Quiet hours on the time line. Start and end alike mean no quiet hours. The end itself is no
   * longer quiet.
   */
  record QuietHoursClock(QuietHours quiet) {

    /** When the quiet that reigns at this instant ends; the instant itself when none does. */
    Instant quietUntil(Instant at) {
      return InstantSpan.containing(spans(at), at).map(InstantSpan::to).orElse(at);
    }

    /** When it last became loud, at or before this instant; empty when there is no quiet. */
    Optional<Instant> loudSince(Instant at) {
      return spans(at).stream()
          .map(InstantSpan::to)
          .filter(end -> !end.isAfter(at))
          .reduce((_, end) -> end);
    }

    /** When it becomes quiet next, after this instant; empty when there is no quiet. */
    Optional<Instant> quietAgainAt(Instant at) {
      return spans(at).stream().map(InstantSpan::from).filter(from -> from.isAfter(at)).findFirst();
    }

    private List<InstantSpan> spans(Instant at) {
      LocalDate today = LocalDateTime.ofInstant(at, quiet.zone()).toLocalDate();
      return InstantSpan.union(
          Stream.iterate(today.minusDays(2), day -> day.plusDays(1))
              .limit(5)
              .map(this::on)
              .map(span -> span.in(quiet.zone()))
              .toList());
    }

    private LocalSpan on(LocalDate day) {
      LocalDate last = quiet.start().isAfter(quiet.end()) ? day.plusDays(1) : day;
      return new LocalSpan(day.atTime(quiet.start()), last.atTime(quiet.end()));
    }
  }
}
