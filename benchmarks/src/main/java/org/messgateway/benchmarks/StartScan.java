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
final class StartScan implements Measurement {

  /** So small that any burst overflows. */
  private static final String TINY = "-Djdk.nio.file.WatchService.maxEventsPerPoll=2";

  @Override
  public Set<String> goals() {
    return Set.of("P8");
  }

  @Override
  public void measure(Setting setting, Figures figures) throws IOException, InterruptedException {
    int count = setting.size(100_000, 2_000);
    for (int pair = 0; pair < setting.pairs(); pair++) {
      GatewayHome home = home(setting, count);
      Map<String, Double> bare = loop(setting, home, "bare", count);
      Map<String, Double> ours = loop(setting, home, "ours", count);
      double seconds = Loop.value(ours, "seconds");
      double whole = Loop.value(bare, "whole");
      figures.add("P8", "found and read over bare", "", Target.atMost(2), seconds / whole);
      figures.add("P8", "found and read", "s", seconds);
      figures.add("P8", "bare, all documents", "s", whole);
      figures.add("P8", "bare, first documents only", "s", Loop.value(bare, "first"));
      try (GatewayProcess gateway = new GatewayProcess(setting, home)) {
        figures.add("P8", "start to ready", "s", gateway.readyMillis() / 1000);
      }
      figures.add("P8", "missed after overflow", "", Target.atMost(0), missed(setting));
      delete(home.threads().folder());
    }
  }

  /** Nobody can do what they ask for: they are looked at, and that is all. */
  private static GatewayHome home(Setting setting, int count)
      throws IOException, InterruptedException {
    GatewayHome home = GatewayHome.ofOne(setting, "scan", "http://127.0.0.1:9/nobody");
    Threads threads = home.threads();
    threads.drop(threads.stage("there", count, _ -> "fly-to-the-moon"), 0);
    return home;
  }

  private static Map<String, Double> loop(
      Setting setting, GatewayHome home, String which, int count)
      throws IOException, InterruptedException {
    return Loop.run(
        setting, ScanLoop.class, home.folder().toString(), which, Integer.toString(count));
  }

  private static double missed(Setting setting) throws IOException, InterruptedException {
    try (SinkProcess sink = new SinkProcess(setting)) {
      GatewayHome home = GatewayHome.ofOne(setting, "overflow", sink.url());
      Threads threads = home.threads();
      try (GatewayProcess _ = new GatewayProcess(setting, home, TINY)) {
        List<String> refs = threads.stage("item", setting.size(10_000, 500));
        threads.drop(refs, 0);
        return Burst.of(refs, sink.await(refs.size(), setting.silence()), true).lost();
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
