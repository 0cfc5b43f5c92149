package org.messgateway.gateway;

import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.queue.QueueFigures;

/**
 * The queue's figures for {@code /health} and scrapes. Counting walks all rows, those of a month
 * included: where that is quick it is done when somebody asks, at most once a second; where it is
 * not, beside those who ask, who get what was counted last, and for a twentieth of the time at
 * most. Thread-safe.
 */
final class RecentFigures implements Supplier<QueueFigures> {

  private static final long FRESH_NANOS = Duration.ofSeconds(1).toNanos();
  private static final long QUICK_NANOS = Duration.ofMillis(50).toNanos();
  private static final int SHARE = 20;

  private final Supplier<QueueFigures> counted;
  private final LongSupplier nanos;
  private final ReentrantLock oneAtATime = new ReentrantLock();
  private volatile @Nullable Count last;
  private volatile boolean asked;

  /** What was counted, when that ended, and how long it took. */
  private record Count(QueueFigures figures, long endedNanos, long tookNanos) {
    boolean quick() {
      return tookNanos <= QUICK_NANOS;
    }
  }

  RecentFigures(Supplier<QueueFigures> counted, LongSupplier nanos) {
    this.counted = counted;
    this.nanos = nanos;
  }

  /** Waits for a count only where there is none, or it is quick. */
  @Override
  public QueueFigures get() {
    Count known = last;
    if (known != null && !known.quick()) {
      asked = true;
      return known.figures();
    }
    return known != null && age(known) <= FRESH_NANOS ? known.figures() : countedNow();
  }

  private QueueFigures countedNow() {
    oneAtATime.lock();
    try {
      Count known = last;
      if (known == null || age(known) > FRESH_NANOS) {
        known = count();
        last = known;
      }
      return known.figures();
    } finally {
      oneAtATime.unlock();
    }
  }

  /** Counts anew where nobody is to wait for it; for a chore. */
  boolean turn() {
    Count known = last;
    if (asked && known != null && !known.quick() && age(known) >= SHARE * known.tookNanos()) {
      asked = false;
      last = count();
    }
    return false;
  }

  private Count count() {
    long began = nanos.getAsLong();
    QueueFigures figures = counted.get();
    long ended = nanos.getAsLong();
    return new Count(figures, ended, ended - began);
  }

  private long age(Count count) {
    return nanos.getAsLong() - count.endedNanos();
  }
}
