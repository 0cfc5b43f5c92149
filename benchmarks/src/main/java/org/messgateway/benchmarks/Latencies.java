package org.messgateway.benchmarks;

import java.util.List;
import java.util.Map;

/** Milliseconds from the rename to the arrival. */
record Latencies(int count, double p50, double p90, double p99, double max) {

  static Latencies of(Map<String, Long> began, List<SinkRequest> arrivals) {
    double[] millis =
        arrivals.stream()
            .filter(arrival -> began.containsKey(arrival.ref()))
            .mapToDouble(
                arrival -> (arrival.nanos() - began.getOrDefault(arrival.ref(), 0L)) / 1_000_000.0)
            .sorted()
            .toArray();
    return new Latencies(
        millis.length, at(millis, 0.5), at(millis, 0.9), at(millis, 0.99), at(millis, 1));
  }

  /** The smallest value that this share does not exceed. */
  private static double at(double[] sorted, double share) {
    int index = (int) Math.ceil(share * sorted.length) - 1;
    return sorted.length == 0 ? Double.NaN : sorted[Math.max(0, index)];
  }

  @Override
  public String toString() {
    return "p50 %.2f ms, p90 %.2f ms, p99 %.2f ms, max %.2f ms (%d items)"
        .formatted(p50, p90, p99, max, count);
  }
}
