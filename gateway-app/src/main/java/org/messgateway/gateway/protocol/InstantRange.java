package org.messgateway.gateway.protocol;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Keeps instants of threads between 1970 and 9999: the year 999999999 is legal text and must not
 * overflow calendars and databases.
 */
public final class InstantRange {

  public static final Instant EARLIEST = Instant.EPOCH;
  public static final Instant LATEST = Instant.parse("9999-01-01T00:00:00Z");

  private InstantRange() {}

  public static Instant clamp(Instant instant) {
    return earlier(later(instant, EARLIEST), LATEST);
  }

  public static Instant plus(Instant instant, Duration duration) {
    Duration room = Duration.between(instant, LATEST);
    return duration.compareTo(room) < 0 ? instant.plus(duration) : LATEST;
  }

  public static Instant later(Instant one, Instant other) {
    return one.isAfter(other) ? one : other;
  }

  public static Instant earlier(Instant one, Instant other) {
    return one.isBefore(other) ? one : other;
  }

  /** The earlier of the present ones. */
  public static Optional<Instant> earlier(Optional<Instant> one, Optional<Instant> other) {
    if (one.isPresent() && other.isPresent()) {
      return Optional.of(earlier(one.get(), other.get()));
    }
    return one.or(() -> other);
  }
}
