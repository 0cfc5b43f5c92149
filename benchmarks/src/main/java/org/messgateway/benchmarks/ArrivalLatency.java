package org.messgateway.benchmarks;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** P1: from the rename of a thread into the exchange to its webhook, one at a time. */
final class ArrivalLatency implements Measurement {

  private static final int PER_SECOND = 20;

  @Override
  public Set<String> goals() {
    return Set.of("P1");
  }

  @Override
  public void measure(BenchmarkEnvironment environment, FigureCollector figures)
      throws IOException, InterruptedException {
    try (SinkProcess sink = new SinkProcess(environment)) {
      for (int pair = 0; pair < environment.pairs(); pair++) {
        Latencies latencies = once(environment, sink);
        figures.add(
            "P1", "rename to arrival, p50", "ms", FigureTarget.atMost(2.8), latencies.p50());
        figures.add("P1", "rename to arrival, p99", "ms", FigureTarget.atMost(10), latencies.p99());
        figures.add("P1", "rename to arrival, worst", "ms", latencies.max());
      }
    }
  }

  private static Latencies once(BenchmarkEnvironment environment, SinkProcess sink)
      throws IOException, InterruptedException {
    BenchmarkHome home = BenchmarkHome.ofOne(environment, "latency", sink.url());
    BenchmarkThreads threads = home.threads();
    try (MeasuredGateway _ = new MeasuredGateway(environment, home)) {
      List<String> warmUp = threads.stage("warm", environment.size(2000, 50));
      List<String> items = threads.stage("item", environment.size(300, 40));
      threads.drop(warmUp, 0);
      sink.await(warmUp.size(), environment.silence());
      threads.awaitHistory(warmUp);
      sink.forget();
      Map<String, Long> began = threads.drop(items, environment.size(PER_SECOND, 80));
      List<SinkRequest> arrivals = sink.await(items.size(), environment.silence());
      BurstResult.of(items, arrivals, true).check("latency");
      return Latencies.of(began, arrivals);
    }
  }
}
