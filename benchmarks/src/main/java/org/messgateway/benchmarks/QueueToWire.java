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
final class QueueToWire implements Measurement {

  private static final Pattern POSTED = Pattern.compile("Posted");
  private static final Duration LIMIT = Duration.ofMinutes(3);

  @Override
  public Set<String> goals() {
    return Set.of("P3");
  }

  @Override
  public void measure(Setting setting, Figures figures) throws IOException, InterruptedException {
    try (SinkProcess sink = new SinkProcess(setting)) {
      for (int pair = 0; pair < setting.pairs(); pair++) {
        double ours = ours(setting, sink);
        double raw = raw(setting, sink);
        figures.add("P3", "queue to wire over raw client", "", Target.atLeast(0.5), ours / raw);
        figures.add("P3", "queue to wire", "1/s", ours);
        figures.add("P3", "raw client", "1/s", raw);
      }
    }
  }

  private static double ours(Setting setting, SinkProcess sink)
      throws IOException, InterruptedException {
    GatewayHome home = GatewayHome.ofOne(setting, "wire", sink.url());
    Threads threads = home.threads();
    try (GatewayProcess _ = new GatewayProcess(setting, home)) {
      List<String> warmUp = threads.stage("warm", setting.size(10_000, 50));
      threads.drop(warmUp, 0);
      sink.await(warmUp.size(), setting.silence());
      threads.awaitHistory(warmUp);
      List<String> items = threads.stage("item", setting.size(10_000, 200));
      sink.forget();
      sink.busy(setting.time(Duration.ofSeconds(10), Duration.ofSeconds(2)));
      threads.drop(items, 0);
      awaitQueued(home, items.size());
      sink.open();
      Burst burst = Burst.of(items, sink.await(items.size(), LIMIT), true);
      burst.check("queue to wire");
      // The probe goes alone, so the first arrival is not yet the beginning.
      return burst.perSecondAfterFirst();
    }
  }

  private static void awaitQueued(GatewayHome home, int count)
      throws IOException, InterruptedException {
    SqliteStore store = SqliteStore.in(home.folder().resolve(".gateway"), InstantSource.system());
    long end = System.nanoTime() + LIMIT.toNanos();
    try (QueueReader reader = store.openToRead()) {
      while (reader.figures().deliveries().getOrDefault(DeliveryState.QUEUED, 0L) < count) {
        if (System.nanoTime() - end > 0) {
          throw new IOException("Not everything was queued within " + LIMIT);
        }
        Pause.of(Duration.ofMillis(100));
      }
    }
  }

  private static double raw(Setting setting, SinkProcess sink)
      throws IOException, InterruptedException {
    sink.forget();
    String count = Integer.toString(setting.size(10_000, 200));
    try (Child child =
        Child.java(
            setting.folder("raw").resolve("log"),
            RawPosts.class,
            sink.url(),
            Setting.KEY,
            Integer.toString(Setting.CONCURRENCY),
            count,
            count)) {
      child.await(POSTED, LIMIT);
      List<Arrival> arrivals = sink.arrivals();
      List<String> refs =
          arrivals.stream().map(Arrival::ref).filter(ref -> ref.contains("raw1")).toList();
      Burst burst = Burst.of(refs, arrivals, true);
      burst.check("raw client");
      return burst.perSecond();
    }
  }
}
