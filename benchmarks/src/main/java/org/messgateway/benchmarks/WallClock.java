package org.messgateway.benchmarks;

import java.time.Instant;

/** The wall clock as one number, comparable between the processes of a machine. */
final class WallClock {

  private static final long SECOND = 1_000_000_000L;

  private WallClock() {}

  /** Nanoseconds since 1970; about a microsecond exact. */
  static long nanos() {
    Instant now = Instant.now();
    return now.getEpochSecond() * SECOND + now.getNano();
  }
}
