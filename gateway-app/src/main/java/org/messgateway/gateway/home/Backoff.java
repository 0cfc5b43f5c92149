package org.messgateway.gateway.home;

import java.time.Duration;

/**
 * Pauses between tries that fail in a row: {@code base} after the first failure, twice as long
 * after each further one, at most {@code cap}. Immutable.
 */
public record Backoff(Duration base, Duration cap) {

  /** More would overflow; every cap in use is reached before. */
  private static final int MOST_DOUBLINGS = 30;

  public Backoff {
    if (!base.isPositive()) {
      throw new IllegalArgumentException("The first pause is " + base + "; it must be positive.");
    }
  }

  /**
   * The pause before the next try.
   *
   * @param failures tries that failed in a row
   * @return zero when none failed
   */
  public Duration after(int failures) {
    if (failures <= 0) {
      return Duration.ZERO;
    }
    Duration pause = base.multipliedBy(1L << Math.min(failures - 1, MOST_DOUBLINGS));
    return pause.compareTo(cap) > 0 ? cap : pause;
  }
}
