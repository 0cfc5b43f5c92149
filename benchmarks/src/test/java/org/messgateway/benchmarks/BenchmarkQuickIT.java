package org.messgateway.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Every measurement works, and nothing is lost on the way; how fast it is says only a full run. */
class BenchmarkQuickIT {

  /** Counts, not speeds: they must hold however busy the machine is. */
  private static final List<String> WHOLE =
      List.of("healthy deliveries not made", "missed after overflow");

  @TempDir private Path folder;

  @Test
  @Tag("proof")
  @Timeout(300)
  void aQuickRunMeasuresEveryGoalAndLosesNothing() throws IOException, InterruptedException {
    Path distribution = Path.of(System.getProperty("mess.distribution"));
    BenchmarkEnvironment environment =
        new BenchmarkEnvironment(distribution, List.of(), folder.resolve("runs"), true, 1);

    BenchmarkReport report = new MeasurementSuite(environment, Set.of()).run();

    assertEquals(List.of(), report.failures(), report.table());
    Set<String> goals = report.figures().stream().map(Figure::goal).collect(Collectors.toSet());
    Set<String> always = Set.of("P1", "P2", "P3", "P4", "P5", "P6", "P7", "P8", "P9", "P10", "P11");
    assertTrue(goals.containsAll(always), goals.toString());
    boolean server = PostgresProcess.isThere(environment.postgres());
    assertEquals(server, goals.contains("P12"), "with PostgreSQL, where it could be fetched");
    for (Figure figure : report.figures()) {
      assertTrue(Double.isFinite(figure.median()), figure.toString());
      assertTrue(
          !WHOLE.contains(figure.what()) || figure.verdict().equals("reached"), figure.toString());
    }
    report.write(folder);
    assertTrue(Files.readString(folder.resolve("results.svg")).contains("P9"));
  }

  @Test
  @Tag("proof")
  @Timeout(120)
  void aProfileSaysWhatAGatewaySpendsItsTimeOn() throws IOException, InterruptedException {
    Path distribution = Path.of(System.getProperty("mess.distribution"));
    BenchmarkEnvironment environment =
        new BenchmarkEnvironment(distribution, List.of(), folder.resolve("runs"), true, 1);

    ProcessorTime time = new GatewayProfile(environment).take();

    assertTrue(time.samples().containsKey(ProfileCategory.HISTORY), time::text);
    assertTrue(time.samples().containsKey(ProfileCategory.SENDING), time::text);
    assertTrue(time.own().compilers().isPositive(), time::text);
    assertTrue(time.own().collector().isPositive(), time::text);
    time.write(folder);
    assertTrue(Files.readString(folder.resolve("profile.txt")).contains("in all"));
  }
}
