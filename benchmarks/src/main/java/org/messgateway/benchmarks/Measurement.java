package org.messgateway.benchmarks;

import java.io.IOException;
import java.util.Set;

/** Measures one goal, or a few that come out of the same run. */
interface Measurement {

  /** {@code P2}, {@code P11}. */
  Set<String> goals();

  /**
   * Measures; pairs are interleaved.
   *
   * @throws IOException when something does not work or is lost: then no figure counts
   */
  void measure(BenchmarkEnvironment environment, FigureCollector figures)
      throws IOException, InterruptedException;
}
