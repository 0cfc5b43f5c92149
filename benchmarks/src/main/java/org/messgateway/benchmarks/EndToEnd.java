package org.messgateway.benchmarks;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.messgateway.benchmarks.Result.Bursts;

/** Runs a plan: latency, bursts, the raw client, the peer, one after the other. */
final class EndToEnd {

  /** What lies on the disk must not be more than this behind what was sent. */
  private static final Duration HISTORY = Duration.ofMinutes(5);

  private static final Pattern POSTED = Pattern.compile("Posted");
  private static final Pattern PEER_READY = Pattern.compile("Watching");
  private static final Duration MINUTES = Duration.ofMinutes(3);

  private final Plan plan;
  private final String key =
      "whsec_" + Base64.getEncoder().encodeToString("0123456789abcdef01234567".getBytes(US_ASCII));

  EndToEnd(Plan plan) {
    this.plan = plan;
  }

  /** A burst through the gateway and what it cost. */
  private record Measured(Burst burst, double cpuMicros, double historyPerSecond) {}

  Result run() throws IOException, InterruptedException {
    Files.createDirectories(plan.output());
    try (SinkProcess sink = new SinkProcess(plan.output(), key)) {
      Latencies latency = latency(sink);
      GatewayBursts gateway = gateway(sink);
      Bursts raw = raw(sink);
      @Nullable Bursts peer = plan.peer().isEmpty() ? null : peer(sink);
      return new Result(
          latency,
          new Bursts(gateway.cold().burst(), gateway.warm().burst()),
          gateway.warm().cpuMicros(),
          gateway.warm().historyPerSecond(),
          raw,
          peer);
    }
  }

  private record GatewayBursts(Measured cold, Measured warm) {}

  private Latencies latency(SinkProcess sink) throws IOException, InterruptedException {
    Path home = GatewayProcess.home(plan.output(), "latency");
    Threads threads = new Threads(home);
    try (GatewayProcess _ = gateway(home, sink)) {
      List<String> warmUp = threads.stage("warm", plan.warmUp());
      List<String> items = threads.stage("item", plan.latencyItems());
      threads.drop(warmUp, 0);
      sink.await(warmUp.size(), plan.silence());
      history(threads, warmUp);
      sink.forget();
      Map<String, Long> began = threads.drop(items, plan.perSecond());
      List<Arrival> arrivals = sink.await(items.size(), plan.silence());
      lossless("latency", Burst.of(items, arrivals, true));
      return Latencies.of(began, arrivals);
    }
  }

  private GatewayProcess gateway(Path home, SinkProcess sink)
      throws IOException, InterruptedException {
    return new GatewayProcess(plan.distribution(), home, sink.url(), key, plan.concurrency());
  }

  private GatewayBursts gateway(SinkProcess sink) throws IOException, InterruptedException {
    Path home = GatewayProcess.home(plan.output(), "burst");
    Threads threads = new Threads(home);
    try (GatewayProcess gateway = gateway(home, sink)) {
      Measured cold = burst(gateway, threads, sink, "cold");
      return new GatewayBursts(cold, burst(gateway, threads, sink, "warm"));
    }
  }

  private Measured burst(GatewayProcess gateway, Threads threads, SinkProcess sink, String name)
      throws IOException, InterruptedException {
    List<String> refs = threads.stage(name, plan.burst());
    sink.forget();
    Duration cpu = gateway.cpu();
    long start = System.nanoTime();
    threads.drop(refs, 0);
    Burst burst = Burst.of(refs, sink.await(refs.size(), plan.silence()), true);
    double micros = gateway.cpu().minus(cpu).toNanos() / 1000.0 / refs.size();
    lossless(name + " burst", burst);
    history(threads, refs);
    return new Measured(burst, micros, refs.size() * 1e9 / (System.nanoTime() - start));
  }

  /** Everything is on: it counts only when each thread says whom it was sent to. */
  private static void history(Threads threads, List<String> refs)
      throws IOException, InterruptedException {
    long end = System.nanoTime() + HISTORY.toNanos();
    for (int told = 0; told < refs.size(); told = threads.told(refs)) {
      if (System.nanoTime() - end > 0) {
        throw new IOException("History of only " + told + " of " + refs.size() + " was written");
      }
      Pause.of(Duration.ofMillis(250));
    }
  }

  private static void lossless(String what, Burst burst) throws IOException {
    if (!burst.whole()) {
      throw new IOException("Something went wrong with the " + what + ": " + burst);
    }
  }

  private Bursts raw(SinkProcess sink) throws IOException, InterruptedException {
    sink.forget();
    String count = Integer.toString(plan.burst());
    try (Child child =
        Child.java(
            plan.output().resolve("raw.log"),
            RawPosts.class,
            sink.url(),
            key,
            Integer.toString(plan.concurrency()),
            count,
            count)) {
      child.await(POSTED, MINUTES);
      List<Arrival> arrivals = sink.arrivals();
      return new Bursts(raw(arrivals, "raw0"), raw(arrivals, "raw1"));
    }
  }

  private static Burst raw(List<Arrival> arrivals, String round) {
    List<String> refs =
        arrivals.stream().map(Arrival::ref).filter(ref -> ref.contains(round)).toList();
    return Burst.of(refs, arrivals, true);
  }

  private Bursts peer(SinkProcess sink) throws IOException, InterruptedException {
    Path home = GatewayProcess.home(plan.output(), "peer");
    Threads threads = new Threads(home);
    Path peer = plan.peer().orElseThrow();
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx512m",
            "-XX:+UseCompactObjectHeaders",
            "-cp",
            peer.resolve("target/lib") + "/*",
            peer.resolve("CamelPeer.java").toString(),
            threads.folder().toString(),
            sink.url());
    try (Child child = Child.start(plan.output().resolve("peer.log"), Map.of(), command)) {
      child.await(PEER_READY, MINUTES);
      Burst cold = peerBurst(threads, sink, "cold");
      return new Bursts(cold, peerBurst(threads, sink, "warm"));
    }
  }

  private Burst peerBurst(Threads threads, SinkProcess sink, String name)
      throws IOException, InterruptedException {
    List<String> refs = threads.stage(name, plan.burst());
    sink.forget();
    threads.drop(refs, 0);
    return Burst.of(refs, sink.await(refs.size(), plan.silence()), false);
  }
}
