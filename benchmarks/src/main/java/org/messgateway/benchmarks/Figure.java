package org.messgateway.benchmarks;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One thing that was measured, once or several times.
 *
 * @param goal {@code P4}
 * @param unit empty for ratios
 * @param target null for what only explains another figure
 * @param values as they came; at least one
 */
record Figure(
    String goal, String what, String unit, @Nullable FigureTarget target, List<Double> values) {

  Figure {
    values = List.copyOf(values);
  }

  double min() {
    return sorted(0);
  }

  double median() {
    return (sorted((values.size() - 1) / 2) + sorted(values.size() / 2)) / 2;
  }

  double max() {
    return sorted(values.size() - 1);
  }

  private double sorted(int index) {
    return values.stream().sorted().toList().get(index);
  }

  /** Whether the median is what it should be; empty where nothing was asked. */
  String verdict() {
    if (target == null) {
      return "";
    }
    return target.met(median()) ? "reached" : "missed";
  }
}
