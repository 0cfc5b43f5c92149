package org.messgateway.benchmarks;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * P4: the queue through our interface beside bare SQLite, both with FULL and batches of 256; FULL
 * beside NORMAL, which shows whether commits are grouped; and on PostgreSQL beside db-scheduler. A
 * pair is one delivery queued and settled; db-scheduler's rate is that of its executions alone,
 * what it took to schedule them not counted; beside it that of both, as ours is.
 */
final class QueueRate implements Measurement {

  /** Of those tried the one with which db-scheduler is fastest. */
  private static final String PEER_THREADS = "64";

  @Override
  public Set<String> goals() {
    return Set.of("P4");
  }

  @Override
  public void measure(Setting setting, Figures figures) throws IOException, InterruptedException {
    for (int pair = 0; pair < setting.pairs(); pair++) {
      double full = ours(setting, "FULL");
      double bare = bare(setting);
      double normal = ours(setting, "NORMAL");
      figures.add("P4", "queue over bare SQLite, FULL", "", Target.atLeast(0.5), full / bare);
      figures.add("P4", "queue, FULL over NORMAL", "", Target.atLeast(0.9), full / normal);
      figures.add("P4", "queue, FULL", "pairs/s", full);
      figures.add("P4", "queue, NORMAL", "pairs/s", normal);
      figures.add("P4", "bare SQLite, FULL", "pairs/s", bare);
    }
    if (PostgresProcess.isThere(setting.postgres())) {
      onPostgres(setting, figures);
    } else {
      figures.note("P4 on PostgreSQL was not measured: its libraries could not be fetched.");
    }
  }

  private static void onPostgres(Setting setting, Figures figures)
      throws IOException, InterruptedException {
    try (PostgresProcess server = new PostgresProcess(setting, setting.postgres())) {
      for (int pair = 0; pair < setting.pairs(); pair++) {
        double ours = rate(setting, QueueLoop.class, size(setting, 50_000), server.freshUrl());
        Map<String, Double> peer = peer(setting, server);
        double executions = Loop.value(peer, "executions");
        double pairs = Loop.value(peer, "pairs");
        figures.add(
            "P4", "queue over db-scheduler, PostgreSQL", "", Target.atLeast(3), ours / executions);
        figures.add("P4", "queue over db-scheduler, scheduling counted", "", ours / pairs);
        figures.add("P4", "queue, PostgreSQL", "pairs/s", ours);
        figures.add("P4", "db-scheduler, PostgreSQL", "executions/s", executions);
        figures.add("P4", "db-scheduler, scheduling counted", "pairs/s", pairs);
      }
    }
  }

  private static Map<String, Double> peer(Setting setting, PostgresProcess server)
      throws IOException, InterruptedException {
    List<String> args = List.of(server.freshUrl(), size(setting, 20_000), PEER_THREADS);
    try (Child child = server.start(setting, "DbSchedulerPeer", args)) {
      return Loop.results(child);
    }
  }

  private static String size(Setting setting, int full) {
    return Integer.toString(setting.size(full, 2_560));
  }

  private static double ours(Setting setting, String synchronous)
      throws IOException, InterruptedException {
    String folder = setting.folder("queue").toString();
    return rate(setting, QueueLoop.class, size(setting, 200_000), folder, synchronous);
  }

  private static double bare(Setting setting) throws IOException, InterruptedException {
    String folder = setting.folder("bare").toString();
    return rate(setting, BareQueueLoop.class, folder, "FULL", size(setting, 200_000));
  }

  private static double rate(Setting setting, Class<?> loop, String... args)
      throws IOException, InterruptedException {
    return Loop.value(Loop.run(setting, loop, args), "pairs");
  }
}
