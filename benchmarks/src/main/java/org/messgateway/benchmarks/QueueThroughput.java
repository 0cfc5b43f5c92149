package org.messgateway.benchmarks;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * P4: the queue through our interface beside bare SQLite, both with FULL and batches of 256; FULL
 * beside NORMAL, which shows whether commits are grouped; and on PostgreSQL beside db-scheduler. A
 * pair is one delivery stored, settled and recorded, as production does it; db-scheduler's rate is
 * that of its executions alone, what it took to schedule them not counted; beside it that of both,
 * as ours is.
 */
final class QueueThroughput implements Measurement {

  /** Of those tried the one with which db-scheduler is fastest. */
  private static final String PEER_THREADS = "64";

  @Override
  public Set<String> goals() {
    return Set.of("P4");
  }

  @Override
  public void measure(BenchmarkEnvironment environment, FigureCollector figures)
      throws IOException, InterruptedException {
    for (int pair = 0; pair < environment.pairs(); pair++) {
      double full = ours(environment, "FULL");
      double bare = bare(environment);
      double normal = ours(environment, "NORMAL");
      figures.add("P4", "queue over bare SQLite, FULL", "", FigureTarget.atLeast(0.6), full / bare);
      figures.add("P4", "queue, FULL over NORMAL", "", FigureTarget.atLeast(0.9), full / normal);
      figures.add("P4", "queue, FULL", "pairs/s", full);
      figures.add("P4", "queue, NORMAL", "pairs/s", normal);
      figures.add("P4", "bare SQLite, FULL", "pairs/s", bare);
    }
    if (PostgresProcess.isThere(environment.postgres())) {
      onPostgres(environment, figures);
    } else {
      figures.note("P4 on PostgreSQL was not measured: its libraries could not be fetched.");
    }
  }

  private static void onPostgres(BenchmarkEnvironment environment, FigureCollector figures)
      throws IOException, InterruptedException {
    try (PostgresProcess server = new PostgresProcess(environment, environment.postgres())) {
      for (int pair = 0; pair < environment.pairs(); pair++) {
        double ours =
            rate(environment, QueueLoop.class, size(environment, 50_000), server.freshUrl());
        Map<String, Double> peer = peer(environment, server);
        double executions = MeasuredLoop.value(peer, "executions");
        double pairs = MeasuredLoop.value(peer, "pairs");
        figures.add(
            "P4",
            "queue over db-scheduler, PostgreSQL",
            "",
            FigureTarget.atLeast(2.5),
            ours / executions);
        figures.add("P4", "queue over db-scheduler, scheduling counted", "", ours / pairs);
        figures.add("P4", "queue, PostgreSQL", "pairs/s", ours);
        figures.add("P4", "db-scheduler, PostgreSQL", "executions/s", executions);
        figures.add("P4", "db-scheduler, scheduling counted", "pairs/s", pairs);
      }
    }
  }

  private static Map<String, Double> peer(BenchmarkEnvironment environment, PostgresProcess server)
      throws IOException, InterruptedException {
    List<String> args = List.of(server.freshUrl(), size(environment, 20_000), PEER_THREADS);
    try (ChildProcess child = server.start(environment, "DbSchedulerPeer", args)) {
      return MeasuredLoop.results(child);
    }
  }

  private static String size(BenchmarkEnvironment environment, int full) {
    return Integer.toString(environment.size(full, 2_560));
  }

  private static double ours(BenchmarkEnvironment environment, String synchronous)
      throws IOException, InterruptedException {
    String folder = environment.folder("queue").toString();
    return rate(environment, QueueLoop.class, size(environment, 200_000), folder, synchronous);
  }

  private static double bare(BenchmarkEnvironment environment)
      throws IOException, InterruptedException {
    String folder = environment.folder("bare").toString();
    return rate(environment, BareQueueLoop.class, folder, "FULL", size(environment, 200_000));
  }

  private static double rate(BenchmarkEnvironment environment, Class<?> loop, String... args)
      throws IOException, InterruptedException {
    return MeasuredLoop.value(MeasuredLoop.run(environment, loop, args), "pairs");
  }
}
