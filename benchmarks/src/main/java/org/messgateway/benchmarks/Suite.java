package org.messgateway.benchmarks;

import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Set;

/** All measurements, in the order of their goals. */
final class Suite {

  private static final List<Measurement> ALL =
      List.of(
          new RenameToArrival(),
          new BurstBesidePeers(),
          new QueueToWire(),
          new QueueRate(),
          new Backlog(),
          new SickDestinations(),
          new InFlightMemory(),
          new StartScan(),
          new LongScalar(),
          new AtRest());

  private final Setting setting;
  private final Set<String> only;

  /**
   * @param only goals; empty for all
   */
  Suite(Setting setting, Set<String> only) {
    this.setting = setting;
    this.only = only;
  }

  /** Runs them; one that fails is told in the report and keeps no other from being run. */
  Report run() throws InterruptedException {
    Machine machine = Machine.now();
    Figures figures = new Figures();
    for (Measurement measurement : ALL) {
      if (only.isEmpty() || !Collections.disjoint(only, measurement.goals())) {
        run(measurement, figures);
      }
    }
    return Report.of(machine, figures);
  }

  private void run(Measurement measurement, Figures figures) throws InterruptedException {
    long began = System.nanoTime();
    try {
      measurement.measure(setting, figures);
    } catch (IOException | RuntimeException e) {
      figures.failed(measurement.goals() + ": " + e.getMessage());
    }
    System.err.printf("%s: %.0f s%n", measurement.goals(), (System.nanoTime() - began) / 1e9);
  }
}
