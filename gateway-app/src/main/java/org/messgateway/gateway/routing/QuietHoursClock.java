package org.messgateway.gateway.routing;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.messgateway.gateway.routing.Preferences.QuietHours;

/**
 * Quiet hours on the time line. Start and end alike mean no quiet hours. The end itself is no
 * longer quiet.
 */
record QuietHoursClock(QuietHours quiet) {

  /** When the quiet that reigns at this instant ends; the instant itself when none does. */
  Instant quietUntil(Instant at) {
    return Span.containing(spans(at), at).map(Span::to).orElse(at);
  }

  /** When it last became loud, at or before this instant; empty when there is no quiet. */
  Optional<Instant> loudSince(Instant at) {
    return spans(at).stream().map(Span::to).filter(end -> !end.isAfter(at)).reduce((_, end) -> end);
  }

  /** When it becomes quiet next, after this instant; empty when there is no quiet. */
  Optional<Instant> quietAgainAt(Instant at) {
    return spans(at).stream().map(Span::from).filter(from -> from.isAfter(at)).findFirst();
  }

  private List<Span> spans(Instant at) {
    LocalDate today = LocalDateTime.ofInstant(at, quiet.zone()).toLocalDate();
    return Span.union(
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
