package org.messgateway.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.home.GatewayFolder;
import org.messgateway.gateway.queue.jdbc.SqliteStore;

/**
 * P5: a gateway whose queue holds a million deliveries to addresses that are offline, beside one
 * whose queue is empty. The rows belong to an exchange that is not there, so that only the queue is
 * measured; what reading many threads costs is P8.
 */
final class BacklogCost implements Measurement {

  private static final double MIB = 1 << 20;

  /** What one gateway came to. */
  private record Run(
      double readyMillis, double firstMillis, double perSecond, double heap, double resident) {}

  @Override
  public Set<String> goals() {
    return Set.of("P5");
  }

  @Override
  public void measure(BenchmarkEnvironment environment, FigureCollector figures)
      throws IOException, InterruptedException {
    Path full = environment.folder("backlog");
    int rows = environment.size(1_000_000, 20_000);
    MeasuredLoop.run(environment, BacklogLoop.class, full.toString(), Integer.toString(rows));
    Path database = full.resolve(SqliteStore.FILE);
    figures.add(
        "P5", "bytes per row", "B", FigureTarget.atMost(400), Files.size(database) / (double) rows);
    try (SinkProcess sink = new SinkProcess(environment)) {
      for (int pair = 0; pair < environment.pairs(); pair++) {
        Run empty = run(environment, sink, null);
        compare(figures, empty, run(environment, sink, database));
      }
    }
    Files.delete(database);
  }

  private static void compare(FigureCollector figures, Run empty, Run full) {
    figures.add("P5", "ready", "s", FigureTarget.atMost(5), full.readyMillis() / 1000);
    figures.add(
        "P5", "first new delivery after", "ms", FigureTarget.atMost(500), full.firstMillis());
    figures.add(
        "P5",
        "healthy rate over empty queue's",
        "",
        FigureTarget.atLeast(0.9),
        full.perSecond() / empty.perSecond());
    figures.add(
        "P5",
        "heap over empty queue's",
        "MiB",
        FigureTarget.atMost(64),
        (full.heap() - empty.heap()) / MIB);
    figures.add("P5", "ready, empty queue", "s", empty.readyMillis() / 1000);
    figures.add("P5", "healthy rate", "1/s", full.perSecond());
    figures.add("P5", "healthy rate, empty queue", "1/s", empty.perSecond());
    figures.add(
        "P5", "resident over empty queue's", "MiB", (full.resident() - empty.resident()) / MIB);
  }

  private static Run run(
      BenchmarkEnvironment environment, SinkProcess sink, @Nullable Path database)
      throws IOException, InterruptedException {
    BenchmarkHome home = BenchmarkHome.ofOne(environment, "backlog", sink.url());
    if (database != null) {
      Path folder = GatewayFolder.prepare(home.folder().resolve(".gateway"));
      Files.copy(database, folder.resolve(SqliteStore.FILE));
    }
    BenchmarkThreads threads = home.threads();
    List<String> first = threads.stage("first", 1);
    sink.forget();
    Run run;
    try (MeasuredGateway gateway = new MeasuredGateway(environment, home)) {
      Map<String, Long> began = threads.drop(first, 0);
      List<SinkRequest> arrivals = sink.await(1, environment.silence());
      BurstResult.of(first, arrivals, true).check("first delivery");
      BurstPair bursts = BurstPair.through(environment, threads, sink, gateway::cpu, true);
      run =
          new Run(
              gateway.readyMillis(),
              Latencies.of(began, arrivals).max(),
              bursts.warm().perSecond(),
              gateway.memory().heap(),
              gateway.memory().resident());
    }
    if (database != null) {
      Files.delete(home.folder().resolve(".gateway").resolve(SqliteStore.FILE));
    }
    return run;
  }
}
