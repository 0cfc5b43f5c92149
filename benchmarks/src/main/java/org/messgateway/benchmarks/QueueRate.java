package org.messgateway.benchmarks;

import java.io.IOException;
import java.util.Map;
import java.util.Set;

/**
 * P4: the queue through our interface beside bare SQLite, both with FULL and batches of 256; and
 * FULL beside NORMAL, which shows whether commits are grouped. A pair is one delivery queued and
 * settled. PostgreSQL beside db-scheduler is to come with that store.
 */
final class QueueRate implements Measurement {

  @Override
  public Set<String> goals() {
    return Set.of("P4");
  }

  @Override
  public void measure(Setting setting, Figures figures) throws IOException, InterruptedException {
    for (int pair = 0; pair < setting.pairs(); pair++) {
      double full = ours(setting, "FULL");
      double bare = rate(setting, BareQueueLoop.class, "FULL");
      double normal = ours(setting, "NORMAL");
      figures.add("P4", "queue over bare SQLite, FULL", "", Target.atLeast(0.5), full / bare);
      figures.add("P4", "queue, FULL over NORMAL", "", Target.atLeast(0.9), full / normal);
      figures.add("P4", "queue, FULL", "pairs/s", full);
      figures.add("P4", "queue, NORMAL", "pairs/s", normal);
      figures.add("P4", "bare SQLite, FULL", "pairs/s", bare);
    }
    figures.note("P4 on PostgreSQL beside db-scheduler is not measured yet.");
  }

  private static double ours(Setting setting, String synchronous)
      throws IOException, InterruptedException {
    return rate(setting, QueueLoop.class, synchronous);
  }

  private static double rate(Setting setting, Class<?> loop, String synchronous)
      throws IOException, InterruptedException {
    Map<String, Double> results =
        Loop.run(
            setting,
            loop,
            setting.folder("queue").toString(),
            synchronous,
            Integer.toString(setting.size(200_000, 2_560)));
    return Loop.value(results, "pairs");
  }
}
