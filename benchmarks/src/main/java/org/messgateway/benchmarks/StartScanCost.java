package org.messgateway.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * P8: many threads in the exchange at start: found and read whole, beside a bare listing and
 * parsing of the same documents on two threads; until the gateway is ready; and what it misses of a
 * burst when the system's queue of events overflows.
 */
final class StartScanCost implements Measurement {

  @Override
  public Set<String> goals() {
    return Set.of("P8");
  }

  @Override
  public void measure(BenchmarkEnvironment environment, FigureCollector figures)
      throws IOException, InterruptedException {
    int count = environment.size(100_000, 2_000);
    for (int pair = 0; pair < environment.pairs(); pair++) {
      BenchmarkHome home = home(environment, count);
      Map<String, Double> bare = loop(environment, home, "bare", count);
      Map<String, Double> ours = loop(environment, home, "ours", count);
      double seconds = MeasuredLoop.value(ours, "seconds");
      double whole = MeasuredLoop.value(bare, "whole");
      figures.add("P8", "found and read over bare", "", FigureTarget.atMost(2), seconds / whole);
      figures.add("P8", "found and read", "s", seconds);
      figures.add("P8", "bare, all documents", "s", whole);
      figures.add("P8", "bare, first documents only", "s", MeasuredLoop.value(bare, "first"));
      try (MeasuredGateway gateway = new MeasuredGateway(environment, home)) {
        figures.add("P8", "start to ready", "s", gateway.readyMillis() / 1000);
      }
      figures.add("P8", "missed after overflow", "", FigureTarget.atMost(0), missed(environment));
      delete(home.threads().folder());
    }
  }

  /** Nobody can do what they ask for: they are looked at, and that is all. */
  private static BenchmarkHome home(BenchmarkEnvironment environment, int count)
      throws IOException, InterruptedException {
    BenchmarkHome home = BenchmarkHome.ofOne(environment, "scan", "http://127.0.0.1:9/nobody");
    BenchmarkThreads threads = home.threads();
    threads.drop(threads.stage("there", count, _ -> "fly-to-the-moon"), 0);
    return home;
  }

  private static Map<String, Double> loop(
      BenchmarkEnvironment environment, BenchmarkHome home, String which, int count)
      throws IOException, InterruptedException {
    return MeasuredLoop.run(
        environment, ScanLoop.class, home.folder().toString(), which, Integer.toString(count));
  }

  private static double missed(BenchmarkEnvironment environment)
      throws IOException, InterruptedException {
    try (SinkProcess sink = new SinkProcess(environment)) {
      BenchmarkHome home = BenchmarkHome.ofOne(environment, "overflow", sink.url());
      BenchmarkThreads threads = home.threads();
      try (MeasuredGateway gateway = new MeasuredGateway(environment, home)) {
        List<String> refs = threads.stage("item", environment.size(10_000, 500));
        gateway.signal("STOP");
        threads.fillEventQueue();
        threads.drop(refs, 0);
        gateway.signal("CONT");
        return BurstResult.of(refs, sink.await(refs.size(), environment.silence()), true).lost();
      }
    }
  }

  private static void delete(Path folder) throws IOException {
    try (var files = Files.newDirectoryStream(folder)) {
      for (Path file : files) {
        Files.delete(file);
      }
    }
  }
}
