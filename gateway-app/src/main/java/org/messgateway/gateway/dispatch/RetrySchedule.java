package org.messgateway.gateway.dispatch;

import io.github.resilience4j.core.IntervalFunction;
import java.time.Duration;
import java.util.List;
import java.util.function.DoubleSupplier;

/**
 * Waits between the attempts of one delivery. Each wait is spread by 20 % either way, so that
 * deliveries that failed together do not return together. Source: docs/rules.md#retry.
 */
public final class RetrySchedule implements IntervalFunction {

  /** 5 s to 24 h; some 52 hours in all. */
  public static final List<Duration> DEFAULT =
      List.of(
          Duration.ofSeconds(5),
          Duration.ofSeconds(30),
          Duration.ofMinutes(2),
          Duration.ofMinutes(10),
          Duration.ofMinutes(30),
          Duration.ofHours(1),
          Duration.ofHours(2),
          Duration.ofHours(4),
          Duration.ofHours(8),
          Duration.ofHours(12),
          Duration.ofHours(24));

  private static final double SPREAD = 0.2;

  private final List<Duration> waits;
  private final DoubleSupplier random;

  /**
   * @param waits after the first failure, the second …; empty for never again
   * @param random from 0 to below 1
   */
  public RetrySchedule(List<Duration> waits, DoubleSupplier random) {
    this.waits = List.copyOf(waits);
    this.random = random;
  }

  /** How many failures are followed by another attempt. */
  public int length() {
    return waits.size();
  }

  /** How long to wait after this many failures, from 1; beyond the list its last entry. */
  public Duration after(int failures) {
    return Duration.ofMillis(apply(failures));
  }

  /** Milliseconds, as resilience4j wants them. */
  @Override
  public Long apply(Integer failures) {
    if (waits.isEmpty()) {
      return 0L;
    }
    int index = Math.clamp(failures - 1L, 0, waits.size() - 1);
    double factor = 1 - SPREAD + 2 * SPREAD * random.getAsDouble();
    return Math.round(waits.get(index).toMillis() * factor);
  }
}
