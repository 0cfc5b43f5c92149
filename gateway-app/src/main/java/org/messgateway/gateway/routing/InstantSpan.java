package org.messgateway.gateway.routing;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.messgateway.gateway.protocol.InstantRange;

/** A span of instants, without its end. */
record InstantSpan(Instant from, Instant to) {

  boolean contains(Instant instant) {
    return !instant.isBefore(from) && instant.isBefore(to);
  }

  /** The union, in order: empty spans dropped, touching spans joined. */
  static List<InstantSpan> union(List<InstantSpan> ordered) {
    List<InstantSpan> union = new ArrayList<>();
    for (InstantSpan span : ordered) {
      if (!span.from.isBefore(span.to)) {
        continue;
      }
      if (!union.isEmpty() && !span.from.isAfter(union.getLast().to)) {
        InstantSpan last = union.removeLast();
        union.add(new InstantSpan(last.from, InstantRange.later(last.to, span.to)));
      } else {
        union.add(span);
      }
    }
    return union;
  }

  static Optional<InstantSpan> containing(List<InstantSpan> spans, Instant instant) {
    return spans.stream().filter(span -> span.contains(instant)).findFirst();
  }
}
