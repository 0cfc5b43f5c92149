package org.messgateway.gateway.ops;

import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.queue.QueueFigures;

/**
 * The queue's figures for {@code /health} and scrapes. A count walks all rows. Counts of up to 50
 * ms are made when a caller asks, once a second at most. Longer ones are made by {@link #turn}, for
 * a twentieth of the time at most, and callers get the last one. Thread-safe.
 */
public final class CachedQueueStats implements Supplier<QueueFigures> {

  private static final long FRESH_NANOS = Duration.ofSeconds(1).toNanos();
  private static final long QUICK_NANOS = Duration.ofMillis(50).toNanos();
  private static final int SHARE = 20;

  private final Supplier<QueueFigures> counted;
  private final LongSupplier nanos;
  private final ReentrantLock oneAtATime = new ReentrantLock();
  private volatile @Nullable Count last;
  private volatile boolean asked;

  /** A count, when it ended, and how long it took. */
  private record Count(QueueFigures figures, long endedNanos, long tookNanos) {
    boolean quick() {
      return tookNanos <= QUICK_NANOS;
    }
  }

  public CachedQueueStats(Supplier<QueueFigures> counted, LongSupplier nanos) {
    this.counted = counted;
    this.nanos = nanos;
  }

  /** Waits for a count only where there was none yet, or counts are quick. */
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

  /** Counts again where counts are slow and a caller has asked. */
  public void turn() {
    Count known = last;
    if (asked && known != null && !known.quick() && age(known) >= SHARE * known.tookNanos()) {
      asked = false;
      last = count();
    }
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
