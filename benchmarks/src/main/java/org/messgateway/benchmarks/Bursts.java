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
record Bursts(Burst cold, Burst warm, double coldMicros, double warmMicros) {

  /** Sends them through whoever watches these threads. */
  static Bursts through(
      Setting setting, Threads threads, SinkProcess sink, Supplier<Duration> cpu, boolean ours)
      throws IOException, InterruptedException {
    Duration start = cpu.get();
    Burst cold = burst(setting, threads, sink, "cold", ours);
    Duration middle = cpu.get();
    Burst warm = burst(setting, threads, sink, "warm", ours);
    return new Bursts(cold, warm, micros(start, middle, cold), micros(middle, cpu.get(), warm));
  }

  private static double micros(Duration from, Duration to, Burst burst) {
    return to.minus(from).toNanos() / 1000.0 / burst.items();
  }

  private static Burst burst(
      Setting setting, Threads threads, SinkProcess sink, String name, boolean signed)
      throws IOException, InterruptedException {
    List<String> refs = threads.stage(name, setting.size(10_000, 200));
    sink.forget();
    threads.drop(refs, 0);
    Burst burst = Burst.of(refs, sink.await(refs.size(), setting.silence()), signed);
    burst.check(name + " burst");
    if (signed) {
      // Everything is on: what is still written into the threads is our work, too.
      threads.awaitHistory(refs);
    }
    return burst;
  }
}
