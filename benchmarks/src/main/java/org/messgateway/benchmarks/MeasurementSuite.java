package org.messgateway.benchmarks;

import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** All measurements, in the order of their goals. */
final class MeasurementSuite {

  private static final List<Measurement> ALL =
      List.of(
          new ArrivalLatency(),
          new BurstComparison(),
          new QueueToWireLatency(),
          new QueueThroughput(),
          new BacklogCost(),
          new SickDestinationIsolation(),
          new InFlightMemoryCost(),
          new StartScanCost(),
          new LongScalarCost(),
          new IdleFootprint(),
          new SecondNodeCost());

  private final BenchmarkEnvironment environment;
  private final Set<String> only;

  /** Goals that there is a measurement of. */
  static Set<String> goals() {
    return ALL.stream()
        .flatMap(measurement -> measurement.goals().stream())
        .collect(Collectors.toSet());
  }

  /**
   * @param only goals; empty for all
   */
  MeasurementSuite(BenchmarkEnvironment environment, Set<String> only) {
    this.environment = environment;
    this.only = only;
  }

  /** Runs them; one that fails is told in the report and keeps no other from being run. */
  BenchmarkReport run() throws InterruptedException {
    MachineDescription machine = MachineDescription.now();
    FigureCollector figures = new FigureCollector();
    for (Measurement measurement : ALL) {
      if (only.isEmpty() || !Collections.disjoint(only, measurement.goals())) {
        run(measurement, figures);
      }
    }
    return BenchmarkReport.of(machine, figures);
  }

  private void run(Measurement measurement, FigureCollector figures) throws InterruptedException {
    long began = System.nanoTime();
    try {
      measurement.measure(environment, figures);
    } catch (IOException | RuntimeException e) {
      figures.failed(measurement.goals() + ": " + e.getMessage());
    }
    System.err.printf("%s: %.0f s%n", measurement.goals(), (System.nanoTime() - began) / 1e9);
  }
}
