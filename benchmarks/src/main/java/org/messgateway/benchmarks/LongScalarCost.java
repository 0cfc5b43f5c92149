package org.messgateway.benchmarks;

import java.io.IOException;
import java.util.Map;
import java.util.Set;

/** P9: a thread with a picture in one line of base64. */
final class LongScalarCost implements Measurement {

  @Override
  public Set<String> goals() {
    return Set.of("P9");
  }

  @Override
  public void measure(BenchmarkEnvironment environment, FigureCollector figures)
      throws IOException, InterruptedException {
    for (int pair = 0; pair < environment.pairs(); pair++) {
      Map<String, Double> results =
          MeasuredLoop.run(
              environment,
              LongScalarLoop.class,
              environment.folder("scalar").toString(),
              Integer.toString(environment.size(40, 3)));
      double four = MeasuredLoop.value(results, "read4");
      double eight = MeasuredLoop.value(results, "read8");
      figures.add("P9", "4 MB in one line, read", "ms", FigureTarget.atMost(30), four);
      // Linear is 2; quadratic would be 4.
      figures.add("P9", "8 MB over 4 MB", "", FigureTarget.atMost(2.6), eight / four);
      figures.add(
          "P9",
          "envelope alone, 8 MB behind it",
          "ms",
          FigureTarget.atMost(1),
          MeasuredLoop.value(results, "envelope"));
      figures.add("P9", "1 MB in one line, read", "ms", MeasuredLoop.value(results, "read1"));
    }
  }
}
