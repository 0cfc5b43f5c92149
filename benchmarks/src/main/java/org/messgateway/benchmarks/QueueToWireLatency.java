package org.messgateway.benchmarks;

import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.jdbc.QueueReader;
import org.messgateway.gateway.queue.jdbc.SqliteStore;

/**
 * P3: what is queued already goes out, beside the raw rate of the same HTTP client. The sink says
 * that it is busy until everything is in the queue; the rest is up to the gateway's next probe.
 */
final class QueueToWireLatency implements Measurement {

  private static final Pattern POSTED = Pattern.compile("Posted");
  private static final Duration LIMIT = Duration.ofMinutes(3);

  @Override
  public Set<String> goals() {
    return Set.of("P3");
  }

  @Override
  public void measure(BenchmarkEnvironment environment, FigureCollector figures)
      throws IOException, InterruptedException {
    try (SinkProcess sink = new SinkProcess(environment)) {
      for (int pair = 0; pair < environment.pairs(); pair++) {
        double ours = ours(environment, sink);
        double raw = raw(environment, sink);
        figures.add(
            "P3", "queue to wire over raw client", "", FigureTarget.atLeast(0.5), ours / raw);
        figures.add("P3", "queue to wire", "1/s", ours);
        figures.add("P3", "raw client", "1/s", raw);
      }
    }
  }

  private static double ours(BenchmarkEnvironment environment, SinkProcess sink)
      throws IOException, InterruptedException {
    BenchmarkHome home = BenchmarkHome.ofOne(environment, "wire", sink.url());
    BenchmarkThreads threads = home.threads();
    try (MeasuredGateway _ = new MeasuredGateway(environment, home)) {
      List<String> warmUp = threads.stage("warm", environment.size(10_000, 50));
      threads.drop(warmUp, 0);
      sink.await(warmUp.size(), environment.silence());
      threads.awaitHistory(warmUp);
      List<String> items = threads.stage("item", environment.size(10_000, 200));
      sink.forget();
      sink.busy(environment.time(Duration.ofSeconds(10), Duration.ofSeconds(2)));
      threads.drop(items, 0);
      awaitQueued(home, items.size());
      sink.open();
      BurstResult burst = BurstResult.of(items, sink.await(items.size(), LIMIT), true);
      burst.check("queue to wire");
      // The probe goes alone, so the first arrival is not yet the beginning.
      return burst.perSecondAfterFirst();
    }
  }

  private static void awaitQueued(BenchmarkHome home, int count)
      throws IOException, InterruptedException {
    SqliteStore store = SqliteStore.in(home.folder().resolve(".gateway"), InstantSource.system());
    long end = System.nanoTime() + LIMIT.toNanos();
    try (QueueReader reader = store.openToRead()) {
      while (reader.figures().deliveries().getOrDefault(DeliveryState.QUEUED, 0L) < count) {
        if (System.nanoTime() - end > 0) {
          throw new IOException("Not everything was queued within " + LIMIT);
        }
        PreciseDelay.of(Duration.ofMillis(100));
      }
    }
  }

  private static double raw(BenchmarkEnvironment environment, SinkProcess sink)
      throws IOException, InterruptedException {
    sink.forget();
    String count = Integer.toString(environment.size(10_000, 200));
    try (ChildProcess child =
        ChildProcess.java(
            environment.folder("raw").resolve("log"),
            RawClient.class,
            sink.url(),
            BenchmarkEnvironment.KEY,
            Integer.toString(BenchmarkEnvironment.CONCURRENCY),
            count,
            count)) {
      child.await(POSTED, LIMIT);
      List<SinkRequest> arrivals = sink.arrivals();
      List<String> refs =
          arrivals.stream().map(SinkRequest::ref).filter(ref -> ref.contains("raw1")).toList();
      BurstResult burst = BurstResult.of(refs, arrivals, true);
      burst.check("raw client");
      return burst.perSecond();
    }
  }
}
