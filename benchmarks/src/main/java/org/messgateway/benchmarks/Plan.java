package org.messgateway.benchmarks;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * What is run.
 *
 * @param distribution the gateway's folder with launcher and {@code lib}
 * @param peer folder with the peer's jars and source, empty to leave it out
 * @param output where homes, logs and the result go
 * @param burst items in a burst; there are two
 * @param warmUp items before latencies are measured
 * @param latencyItems items whose latency is measured
 * @param perSecond rate of those
 * @param concurrency posts in flight
 * @param silence how long nothing may arrive before the rest counts as lost
 */
record Plan(
    Path distribution,
    Optional<Path> peer,
    Path output,
    int burst,
    int warmUp,
    int latencyItems,
    int perSecond,
    int concurrency,
    Duration silence) {

  static Plan full(Path distribution, Optional<Path> peer, Path output) {
    return new Plan(distribution, peer, output, 10_000, 2_000, 300, 20, 64, Duration.ofSeconds(30));
  }

  /** Only whether it works; its figures mean nothing. */
  static Plan quick(Path distribution, Path output) {
    return new Plan(
        distribution, Optional.empty(), output, 300, 50, 60, 60, 64, Duration.ofSeconds(20));
  }
}
