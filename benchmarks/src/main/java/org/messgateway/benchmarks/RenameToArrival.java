package org.messgateway.benchmarks;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** P1: from the rename of a thread into the exchange to its webhook, one at a time. */
final class RenameToArrival implements Measurement {

  private static final int PER_SECOND = 20;

  @Override
  public Set<String> goals() {
    return Set.of("P1");
  }

  @Override
  public void measure(Setting setting, Figures figures) throws IOException, InterruptedException {
    try (SinkProcess sink = new SinkProcess(setting)) {
      for (int pair = 0; pair < setting.pairs(); pair++) {
        Latencies latencies = once(setting, sink);
        figures.add("P1", "rename to arrival, p50", "ms", Target.atMost(3), latencies.p50());
        figures.add("P1", "rename to arrival, p99", "ms", Target.atMost(15), latencies.p99());
        figures.add("P1", "rename to arrival, worst", "ms", latencies.max());
      }
    }
  }

  private static Latencies once(Setting setting, SinkProcess sink)
      throws IOException, InterruptedException {
    GatewayHome home = GatewayHome.ofOne(setting, "latency", sink.url());
    Threads threads = home.threads();
    try (GatewayProcess _ = new GatewayProcess(setting, home)) {
      List<String> warmUp = threads.stage("warm", setting.size(2000, 50));
      List<String> items = threads.stage("item", setting.size(300, 40));
      threads.drop(warmUp, 0);
      sink.await(warmUp.size(), setting.silence());
      threads.awaitHistory(warmUp);
      sink.forget();
      Map<String, Long> began = threads.drop(items, setting.size(PER_SECOND, 80));
      List<Arrival> arrivals = sink.await(items.size(), setting.silence());
      Burst.of(items, arrivals, true).check("latency");
      return Latencies.of(began, arrivals);
    }
  }
}
