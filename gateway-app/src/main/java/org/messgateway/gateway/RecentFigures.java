package org.messgateway.gateway;

import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.queue.QueueFigures;

/**
 * The queue's figures, counted at most once a second: counting walks all rows, and a scrape asks
 * ten times.
 */
final class RecentFigures implements Supplier<QueueFigures> {

  private static final long FRESH_NANOS = Duration.ofSeconds(1).toNanos();

  private final Supplier<QueueFigures> counted;
  private final LongSupplier nanos;
  private @Nullable QueueFigures last;
  private long lastNanos;

  RecentFigures(Supplier<QueueFigures> counted, LongSupplier nanos) {
    this.counted = counted;
    this.nanos = nanos;
  }

  @Override
  public synchronized QueueFigures get() {
    QueueFigures figures = last;
    if (figures == null || nanos.getAsLong() - lastNanos > FRESH_NANOS) {
      figures = counted.get();
      last = figures;
      lastNanos = nanos.getAsLong();
    }
    return figures;
  }
}
