package org.messgateway.benchmarks;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * P7: so many destinations that take a request and do not answer, one attempt at each in flight.
 * 100 threads are told to 100 executors each.
 */
final class InFlightMemoryCost implements Measurement {

  /** Posts in flight to the one that is well; those who hang have one lane each. */
  private static final int WELL = 32;

  private static final Duration LIMIT = Duration.ofMinutes(2);

  /** An attempt has 15 seconds, of which counting what is in memory takes some. */
  private static final Duration HANGING = Duration.ofSeconds(12);

  private static final double KB = 1000;

  @Override
  public Set<String> goals() {
    return Set.of("P7");
  }

  @Override
  public void measure(BenchmarkEnvironment environment, FigureCollector figures)
      throws IOException, InterruptedException {
    for (int pair = 0; pair < environment.pairs(); pair++) {
      try (SinkProcess sink = new SinkProcess(environment)) {
        once(environment, sink, figures);
      }
    }
  }

  private static void once(
      BenchmarkEnvironment environment, SinkProcess sink, FigureCollector figures)
      throws IOException, InterruptedException {
    int groups = environment.size(100, 10);
    int attempts = groups * groups;
    BenchmarkHome home = new BenchmarkHome(environment.folder("in-flight"));
    configure(home, groups, sink);
    BenchmarkThreads threads = home.threads();
    try (MeasuredGateway gateway = new MeasuredGateway(environment, home, "-Xmx2g")) {
      warmUp(environment, threads, sink);
      ProcessMemory memory = gateway.memory();
      double heap = memory.heap();
      double resident = memory.resident();
      threads.drop(threads.stage("item", groups, InFlightMemoryCost::capability), 0);
      int held = awaitHeld(sink, attempts);
      double heapEach = (memory.heap() - heap) / held;
      double residentEach = (memory.resident() - resident) / held;
      int after = sink.held();
      figures.add(
          "P7", "attempts in flight", "", FigureTarget.atLeast(attempts), Math.min(held, after));
      figures.add("P7", "heap per attempt", "KB", FigureTarget.atMost(60), heapEach / KB);
      figures.add("P7", "resident per attempt", "KB", residentEach / KB);
    }
  }

  private static void configure(BenchmarkHome home, int groups, SinkProcess sink)
      throws IOException {
    Map<String, String> capabilities = new TreeMap<>();
    Map<String, String> urls = new TreeMap<>();
    for (int i = 0; i < groups * groups; i++) {
      String id = "robot-%05d".formatted(i);
      capabilities.put(id, capability(i / groups));
      urls.put(id, sink.hanging() + "/" + i);
    }
    urls.put("well", sink.url());
    home.configure("in-flight", capabilities, urls, WELL, groups * groups);
  }

  private static String capability(int group) {
    return "job-%03d".formatted(group);
  }

  /** Waits until all hang, or until the first will soon give up: memory is taken before. */
  private static int awaitHeld(SinkProcess sink, int attempts)
      throws IOException, InterruptedException {
    int held = sink.held();
    long end = System.nanoTime() + LIMIT.toNanos();
    while (held < attempts && System.nanoTime() - end < 0) {
      PreciseDelay.of(Duration.ofMillis(50));
      int before = held;
      held = sink.held();
      if (before == 0 && held > 0) {
        end = System.nanoTime() + HANGING.toNanos();
      }
    }
    if (held == 0) {
      throw new IOException("No attempt is held at the sink");
    }
    return held;
  }

  /**
   * Code that is not compiled yet would not begin so many attempts before the first give up. Few
   * threads do: each is decided among all who might be told.
   */
  private static void warmUp(
      BenchmarkEnvironment environment, BenchmarkThreads threads, SinkProcess sink)
      throws IOException, InterruptedException {
    List<String> refs = threads.stage("warm", environment.size(500, 20));
    threads.drop(refs, 0);
    BurstResult.of(refs, sink.await(refs.size(), environment.silence()), true).check("warm-up");
    threads.awaitHistory(refs);
  }
}
