package org.messgateway.gateway.routing;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.messgateway.gateway.protocol.InstantRange;
import org.messgateway.gateway.routing.Availability.Schedule;

/**
 * The hours of an executor: windows written as a cron line, read by the clock of a zone.
 *
 * <p>A window lasts from firing to firing while firings are at most an hour apart, so {@code 0 8-22
 * * * *} is 08:00 to 22:00, {@code 0 18-23,0-2 * * *} is 18:00 to 02:00, and {@code 0 * * * *}
 * never closes. A firing with no other within an hour opens one hour: {@code 0 9 * * *} is 09:00 to
 * 10:00. Source: docs/rules.md#when. Immutable.
 */
public final class Hours {

  /** Firings at most this far apart are one window; a lone firing opens this long. */
  private static final Duration JOIN = Duration.ofHours(1);

  /**
   * A day's margin on either side: windows over midnight and lone firings need their neighbours.
   */
  private static final int MARGIN_DAYS = 1;

  /** No window that ever closes is open longer than a leap year. */
  private static final int LONGEST_DAYS = 729;

  private final CronDays cron;
  private final ZoneId zone;

  private Hours(CronDays cron, ZoneId zone) {
    this.cron = cron;
    this.zone = zone;
  }

  /**
   * Checks a cron line.
   *
   * @return a sentence that says what would be right; empty when the line is valid
   */
  public static Optional<String> check(String cron) {
    try {
      return CronDays.parse(cron).everFires()
          ? Optional.empty()
          : Optional.of("never happens: no year has that day");
    } catch (IllegalArgumentException e) {
      return Optional.of(
          "is no cron line of five fields (minute hour day month weekday), like \"0 8-22 * * *\": "
              + e.getMessage());
    }
  }

  /**
   * Parses a line.
   *
   * @throws IllegalArgumentException when the line is invalid; {@link #check} says why
   */
  static Hours of(Schedule schedule) {
    return new Hours(CronDays.parse(schedule.cron()), schedule.zone());
  }

  /** Whether an executor may be told at that instant, as far as its hours say. */
  public static boolean open(Availability availability, Instant at) {
    return !(availability instanceof Schedule schedule)
        || of(schedule).nextOpen(at).filter(at::equals).isPresent();
  }

  /** Whether the hours never close. */
  boolean always() {
    return cron.always();
  }

  /** The earliest open instant at or after this one; empty when there is none. */
  Optional<Instant> nextOpen(Instant from) {
    LocalDate day = day(from);
    Optional<Instant> near = nextOpen(from, day);
    return near.isPresent()
        ? near
        : cron.nextDay(day.plusDays(1)).flatMap(later -> nextOpen(from, later));
  }

  /**
   * The opening of the window that contains an instant.
   *
   * @param at an open instant
   * @param floor earliest answer
   */
  Instant openSince(Instant at, Instant floor) {
    LocalDate day = day(at);
    LocalDate first = day;
    while (true) {
      Instant since = window(at, first, day).map(InstantSpan::from).orElse(at);
      if (!since.isAfter(floor) || !day(since).isBefore(first)) {
        return InstantRange.later(since, floor);
      }
      first = first.minusDays(1 + 2 * (day.toEpochDay() - first.toEpochDay()));
    }
  }

  /**
   * The end of the window that contains an instant.
   *
   * @param at an open instant
   * @return empty when the window never closes
   */
  Optional<Instant> closesAt(Instant at) {
    LocalDate day = day(at);
    for (int days = 1; days <= LONGEST_DAYS; days *= 3) {
      LocalDate last = day.plusDays(days);
      Optional<Instant> end = window(at, day, last).map(InstantSpan::to);
      if (end.isPresent() && !day(end.get()).isAfter(last)) {
        return end;
      }
    }
    return Optional.empty();
  }

  private Optional<Instant> nextOpen(Instant from, LocalDate day) {
    return windows(day, day).stream()
        .filter(window -> window.to().isAfter(from))
        .findFirst()
        .map(window -> InstantRange.later(window.from(), from));
  }

  private Optional<InstantSpan> window(Instant at, LocalDate first, LocalDate last) {
    return InstantSpan.containing(windows(first, last), at);
  }

  private List<InstantSpan> windows(LocalDate first, LocalDate last) {
    List<LocalSpan> joined = new ArrayList<>();
    LocalDate end = last.plusDays(MARGIN_DAYS);
    for (LocalDate day = first.minusDays(MARGIN_DAYS); !day.isAfter(end); day = day.plusDays(1)) {
      cron.firings(day).forEach(span -> join(joined, span));
    }
    return InstantSpan.union(
        joined.stream().map(Hours::opening).map(span -> span.in(zone)).toList());
  }

  private static void join(List<LocalSpan> joined, LocalSpan next) {
    if (!joined.isEmpty() && !joined.getLast().to().plus(JOIN).isBefore(next.from())) {
      LocalSpan last = joined.removeLast();
      joined.add(new LocalSpan(last.from(), next.to()));
    } else {
      joined.add(next);
    }
  }

  private static LocalSpan opening(LocalSpan firings) {
    return firings.from().equals(firings.to())
        ? new LocalSpan(firings.from(), firings.to().plus(JOIN))
        : firings;
  }

  private LocalDate day(Instant at) {
    return LocalDateTime.ofInstant(at, zone).toLocalDate();
  }
}
