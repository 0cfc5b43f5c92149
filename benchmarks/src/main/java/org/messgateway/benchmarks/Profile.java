package org.messgateway.benchmarks;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/** Two bursts through a gateway that is watched: what stands between it and being faster. */
final class Profile {

  private final Setting setting;

  Profile(Setting setting) {
    this.setting = setting;
  }

  ProcessorTime take() throws IOException, InterruptedException {
    Path recording = setting.folder("profile").resolve("gateway.jfr");
    Duration all;
    JavasOwn own;
    Bursts bursts;
    try (SinkProcess sink = new SinkProcess(setting)) {
      GatewayHome home = GatewayHome.ofOne(setting, "profiled", sink.url());
      Threads threads = home.threads();
      try (GatewayProcess gateway =
          new GatewayProcess(setting, home, ProcessorTime.options(recording))) {
        bursts = Bursts.through(setting, threads, sink, gateway::cpu, true);
        all = gateway.cpu();
        own = gateway.javasOwn();
      }
    }
    int deliveries = bursts.cold().items() + bursts.warm().items();
    return ProcessorTime.of(recording, all, own, deliveries);
  }
}
