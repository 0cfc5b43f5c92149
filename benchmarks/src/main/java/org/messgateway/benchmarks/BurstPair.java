package org.messgateway.benchmarks;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/**
 * What two bursts through one process came to.
 *
 * @param coldMicros CPU time per item of the first
 * @param warmMicros and of the second
 */
record BurstPair(BurstResult cold, BurstResult warm, double coldMicros, double warmMicros) {

  /** Sends them through whoever watches these threads. */
  static BurstPair through(
      BenchmarkEnvironment environment,
      BenchmarkThreads threads,
      SinkProcess sink,
      Supplier<Duration> cpu,
      boolean ours)
      throws IOException, InterruptedException {
    Duration start = cpu.get();
    BurstResult cold = burst(environment, threads, sink, "cold", ours);
    Duration middle = cpu.get();
    BurstResult warm = burst(environment, threads, sink, "warm", ours);
    return new BurstPair(cold, warm, micros(start, middle, cold), micros(middle, cpu.get(), warm));
  }

  private static double micros(Duration from, Duration to, BurstResult burst) {
    return to.minus(from).toNanos() / 1000.0 / burst.items();
  }

  private static BurstResult burst(
      BenchmarkEnvironment environment,
      BenchmarkThreads threads,
      SinkProcess sink,
      String name,
      boolean signed)
      throws IOException, InterruptedException {
    List<String> refs = threads.stage(name, environment.size(10_000, 200));
    sink.forget();
    threads.drop(refs, 0);
    BurstResult burst =
        BurstResult.of(refs, sink.await(refs.size(), environment.silence()), signed);
    burst.check(name + " burst");
    if (signed) {
      // Everything is on: what is still written into the threads is our work, too.
      threads.awaitHistory(refs);
    }
    return burst;
  }
}
