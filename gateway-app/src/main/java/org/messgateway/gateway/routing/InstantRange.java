package org.messgateway.gateway.routing;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Keeps instants that come from threads within years that calendars can handle: a date of the year
 * 999999999 is legal text and must not overflow anything.
 */
final class InstantRange {

  static final Instant EARLIEST = Instant.EPOCH;
  static final Instant LATEST = Instant.parse("9999-01-01T00:00:00Z");

  private InstantRange() {}

  static Instant clamp(Instant instant) {
    return earlier(later(instant, EARLIEST), LATEST);
  }

  static Instant plus(Instant instant, Duration duration) {
    Duration room = Duration.between(instant, LATEST);
    return duration.compareTo(room) < 0 ? instant.plus(duration) : LATEST;
  }

  static Instant later(Instant one, Instant other) {
    return one.isAfter(other) ? one : other;
  }

  static Instant earlier(Instant one, Instant other) {
    return one.isBefore(other) ? one : other;
  }

  /** The earlier of what there is. */
  static Optional<Instant> earlier(Optional<Instant> one, Optional<Instant> other) {
    if (one.isPresent() && other.isPresent()) {
      return Optional.of(earlier(one.get(), other.get()));
    }
    return one.or(() -> other);
  }
}
