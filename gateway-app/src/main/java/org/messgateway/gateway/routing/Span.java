package org.messgateway.gateway.routing;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** From an instant to another that does not belong to it. */
record Span(Instant from, Instant to) {

  boolean contains(Instant instant) {
    return !instant.isBefore(from) && instant.isBefore(to);
  }

  /** In order, empty ones dropped, those that touch made one. */
  static List<Span> union(List<Span> ordered) {
    List<Span> union = new ArrayList<>();
    for (Span span : ordered) {
      if (!span.from.isBefore(span.to)) {
        continue;
      }
      if (!union.isEmpty() && !span.from.isAfter(union.getLast().to)) {
        Span last = union.removeLast();
        union.add(new Span(last.from, InstantRange.later(last.to, span.to)));
      } else {
        union.add(span);
      }
    }
    return union;
  }

  static Optional<Span> containing(List<Span> spans, Instant instant) {
    return spans.stream().filter(span -> span.contains(instant)).findFirst();
  }
}
