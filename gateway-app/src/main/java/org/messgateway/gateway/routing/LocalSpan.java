package org.messgateway.gateway.routing;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.zone.ZoneOffsetTransition;
import org.jspecify.annotations.Nullable;

/**
 * A span by the clock on the wall.
 *
 * <p>On days when that clock is changed: a time it shows twice opens at its first and closes at its
 * second showing, a time it never shows is the instant of the change. So no change makes a hole in
 * a span.
 */
record LocalSpan(LocalDateTime from, LocalDateTime to) {

  Span in(ZoneId zone) {
    return new Span(instant(from, zone, true), instant(to, zone, false));
  }

  private static Instant instant(LocalDateTime local, ZoneId zone, boolean first) {
    @Nullable ZoneOffsetTransition change = zone.getRules().getTransition(local);
    if (change != null && change.isGap()) {
      return change.getInstant();
    }
    return first
        ? local.atZone(zone).withEarlierOffsetAtOverlap().toInstant()
        : local.atZone(zone).withLaterOffsetAtOverlap().toInstant();
  }
}
