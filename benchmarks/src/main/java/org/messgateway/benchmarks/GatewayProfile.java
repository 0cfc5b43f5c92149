package org.messgateway.benchmarks;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/** Two bursts through a gateway that is watched: what stands between it and being faster. */
final class GatewayProfile {

  private final BenchmarkEnvironment environment;

  GatewayProfile(BenchmarkEnvironment environment) {
    this.environment = environment;
  }

  ProcessorTime take() throws IOException, InterruptedException {
    Path recording = environment.folder("profile").resolve("gateway.jfr");
    Duration all;
    JvmOverhead own;
    BurstPair bursts;
    try (SinkProcess sink = new SinkProcess(environment)) {
      BenchmarkHome home = BenchmarkHome.ofOne(environment, "profiled", sink.url());
      BenchmarkThreads threads = home.threads();
      try (MeasuredGateway gateway =
          new MeasuredGateway(environment, home, ProcessorTime.options(recording))) {
        bursts = BurstPair.through(environment, threads, sink, gateway::cpu, true);
        all = gateway.cpu();
        own = gateway.jvmOverhead();
      }
    }
    int deliveries = bursts.cold().items() + bursts.warm().items();
    return ProcessorTime.of(recording, all, own, deliveries);
  }
}
