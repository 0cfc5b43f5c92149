package org.messgateway.gateway.queue.jdbc;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The database's time: what it said, and what has elapsed since by this process's monotonic clock.
 * The machine's own clock has no part in it, so nodes agree however wrong theirs are. Every commit
 * asks again.
 *
 * <p>What is heard late makes it late, never early; so of answers that differ little the one that
 * puts it furthest ahead is right, for a while: clocks drift. One thread tells it, any may ask.
 */
final class DatabaseClock implements InstantSource {

  /** In this time two good clocks part by a few milliseconds at most. */
  private static final Duration TRUSTED = Duration.ofMinutes(1);

  /** An answer that is earlier by more was not heard late: the database's clock was set. */
  private static final Duration LATE = Duration.ofSeconds(1);

  private final LongSupplier nanos;
  private volatile @Nullable Reading latest;

  private record Reading(Instant said, long nanos) {

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

  /** Just now the database said so. */
  void said(Instant instant) {
    Reading heard = new Reading(instant, nanos.getAsLong());
    Reading last = latest;
    if (last == null || replaces(heard, last)) {
      latest = heard;
    }
  }

  private static boolean replaces(Reading heard, Reading last) {
    Duration ahead = Duration.between(last.at(heard.nanos()), heard.said());
    return !ahead.isNegative()
        || ahead.negated().compareTo(LATE) > 0
        || heard.nanos() - last.nanos() > TRUSTED.toNanos();
  }

  @Override
  public Instant instant() {
    Reading last = latest;
    if (last == null) {
      throw new IllegalStateException("the database was not asked for its time yet");
    }
    return last.at(nanos.getAsLong());
  }
}
