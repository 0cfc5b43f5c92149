package org.messgateway.gateway.routing;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.zone.ZoneOffsetTransition;
import org.jspecify.annotations.Nullable;

/**
 * A span in local time.
 *
 * <p>At changes of daylight saving time a local time that occurs twice opens at the first and
 * closes at the second occurrence; a local time that does not occur is the instant of the change.
 * So no change makes a gap in a span.
 */
record LocalSpan(LocalDateTime from, LocalDateTime to) {

  InstantSpan in(ZoneId zone) {
    return new InstantSpan(instant(from, zone, true), instant(to, zone, false));
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
