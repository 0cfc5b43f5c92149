package org.messgateway.gateway.reconcile;

import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.messgateway.gateway.queue.LookupKey;
import org.messgateway.gateway.queue.QueueView;
import org.messgateway.gateway.routing.ExecutorPerformance;
import org.messgateway.gateway.routing.PerformanceHistory;

/**
 * How executors did with their last tasks, as the queue remembers them. What was read is kept for
 * 10 s, so that a burst of threads costs one read. Thread-safe; bounded.
 */
final class QueuePerformance implements PerformanceHistory {

  private static final Duration KEPT = Duration.ofSeconds(10);
  private static final int MOST_CAPABILITIES = 200;

  private final QueueView queue;
  private final LongSupplier nanos;
  private final Map<String, Figures> known = new LinkedHashMap<>();

  private record Figures(Map<String, ExecutorPerformance> byExecutor, long sinceNanos) {}

  /**
   * @param nanos elapsed time
   */
  QueuePerformance(QueueView queue, LongSupplier nanos) {
    this.queue = queue;
    this.nanos = nanos;
  }

  @Override
  public synchronized Map<String, ExecutorPerformance> of(String capability) {
    String key = LookupKey.of(capability);
    Figures before = known.get(key);
    if (before != null && nanos.getAsLong() - before.sinceNanos() < KEPT.toNanos()) {
      return before.byExecutor();
    }
    known.remove(key);
    if (known.size() >= MOST_CAPABILITIES) {
      known.remove(known.keySet().iterator().next());
    }
    Figures now = new Figures(read(key), nanos.getAsLong());
    known.put(key, now);
    return now.byExecutor();
  }

  private Map<String, ExecutorPerformance> read(String capability) {
    Map<String, ExecutorPerformance> figures = new HashMap<>();
    queue
        .lastResults(capability)
        .forEach((executor, last) -> figures.put(executor, ExecutorPerformance.of(last)));
    return Map.copyOf(figures);
  }
}
