package org.messgateway.gateway.queue.jdbc;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The database's time: its last reading plus the elapsed time of this process's monotonic clock.
 * The machine's wall clock is not used, so nodes agree whatever their own clocks say. Every commit
 * takes a new reading.
 *
 * <p>A slow answer can only make the offset too small, so of similar offsets the largest wins, for
 * {@link #TRUSTED}; after that a new reading replaces it because clocks drift. One thread calls
 * {@link #said}, any thread may ask for the time.
 */
final class DatabaseClock implements InstantSource {

  /** Two clocks drift apart by a few milliseconds at most in this time. */
  private static final Duration TRUSTED = Duration.ofMinutes(1);

  /** An answer that is behind by more was not slow: the database's clock was set back. */
  private static final Duration LATE = Duration.ofSeconds(1);

  private final LongSupplier nanos;
  private volatile @Nullable ClockReading latest;

  private record ClockReading(Instant said, long nanos) {

    Instant at(long now) {
      return said.plusNanos(now - nanos);
    }
  }

  /**
   * @param nanos the monotonic clock
   */
  DatabaseClock(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /** Takes a reading that the database has just given. */
  void said(Instant instant) {
    ClockReading heard = new ClockReading(instant, nanos.getAsLong());
    ClockReading last = latest;
    if (last == null || replaces(heard, last)) {
      latest = heard;
    }
  }

  private static boolean replaces(ClockReading heard, ClockReading last) {
    Duration ahead = Duration.between(last.at(heard.nanos()), heard.said());
    return !ahead.isNegative()
        || ahead.negated().compareTo(LATE) > 0
        || heard.nanos() - last.nanos() > TRUSTED.toNanos();
  }

  @Override
  public Instant instant() {
    ClockReading last = latest;
    if (last == null) {
      throw new IllegalStateException("the database was not asked for its time yet");
    }
    return last.at(nanos.getAsLong());
  }
}
