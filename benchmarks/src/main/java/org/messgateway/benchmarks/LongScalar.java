package org.messgateway.benchmarks;

import java.io.IOException;
import java.util.Map;
import java.util.Set;

/** P9: a thread with a picture in one line of base64. */
final class LongScalar implements Measurement {

  @Override
  public Set<String> goals() {
    return Set.of("P9");
  }

  @Override
  public void measure(Setting setting, Figures figures) throws IOException, InterruptedException {
    for (int pair = 0; pair < setting.pairs(); pair++) {
      Map<String, Double> results =
          Loop.run(
              setting,
              LongScalarLoop.class,
              setting.folder("scalar").toString(),
              Integer.toString(setting.size(40, 3)));
      double four = Loop.value(results, "read4");
      double eight = Loop.value(results, "read8");
      figures.add("P9", "4 MB in one line, read", "ms", Target.atMost(30), four);
      // Linear is 2; quadratic would be 4.
      figures.add("P9", "8 MB over 4 MB", "", Target.atMost(2.6), eight / four);
      figures.add(
          "P9",
          "envelope alone, 8 MB behind it",
          "ms",
          Target.atMost(1),
          Loop.value(results, "envelope"));
      figures.add("P9", "1 MB in one line, read", "ms", Loop.value(results, "read1"));
    }
  }
}
