package org.messgateway.benchmarks;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * P2 and P11: many threads at once, cold and warm, in pairs with each peer; and the CPU time of
 * each delivery, everything that was done for it included.
 */
final class BurstComparison implements Measurement {

  private static final Pattern WATCHING = Pattern.compile("Watching");
  private static final Duration START = Duration.ofMinutes(3);

  @Override
  public Set<String> goals() {
    return Set.of("P2", "P11");
  }

  @Override
  public void measure(BenchmarkEnvironment environment, FigureCollector figures)
      throws IOException, InterruptedException {
    if (environment.peers().isEmpty()) {
      figures.note("P2 and P11 are ratios over a peer: run with --camel, or --peer NAME=COMMAND.");
    }
    try (SinkProcess sink = new SinkProcess(environment)) {
      for (int pair = 0; pair < environment.pairs(); pair++) {
        BurstPair ours = ours(environment, sink);
        figures.add("P2", "burst, cold", "1/s", ours.cold().perSecond());
        figures.add("P2", "burst, warm", "1/s", ours.warm().perSecond());
        figures.add("P11", "CPU per delivery, warm", "us", ours.warmMicros());
        for (Peer peer : environment.peers()) {
          compare(figures, peer.name(), ours, theirs(environment, peer, sink));
        }
      }
    }
  }

  private static void compare(
      FigureCollector figures, String peer, BurstPair ours, BurstPair theirs) {
    boolean camel = peer.equals("Camel");
    double cold = ours.cold().perSecond() / theirs.cold().perSecond();
    double warm = ours.warm().perSecond() / theirs.warm().perSecond();
    double cpu = ours.warmMicros() / theirs.warmMicros();
    figures.add("P2", peer + ", cold", "1/s", theirs.cold().perSecond());
    figures.add("P2", peer + ", warm", "1/s", theirs.warm().perSecond());
    figures.add("P11", peer + ", CPU per delivery, warm", "us", theirs.warmMicros());
    if (camel) {
      figures.add("P2", "burst over Camel, cold", "", FigureTarget.atLeast(1.3), cold);
      figures.add("P2", "burst over Camel, warm", "", FigureTarget.atLeast(1.5), warm);
      figures.add("P11", "CPU over Camel, warm", "", FigureTarget.atMost(0.9), cpu);
    } else {
      figures.add("P2", "burst over " + peer + ", cold", "", cold);
      figures.add("P2", "burst over " + peer + ", warm", "", warm);
      figures.add("P11", "CPU over " + peer + ", warm", "", cpu);
    }
  }

  private static BurstPair ours(BenchmarkEnvironment environment, SinkProcess sink)
      throws IOException, InterruptedException {
    BenchmarkHome home = BenchmarkHome.ofOne(environment, "burst", sink.url());
    BenchmarkThreads threads = home.threads();
    try (MeasuredGateway gateway = new MeasuredGateway(environment, home)) {
      return BurstPair.through(environment, threads, sink, gateway::cpu, true);
    }
  }

  private static BurstPair theirs(BenchmarkEnvironment environment, Peer peer, SinkProcess sink)
      throws IOException, InterruptedException {
    BenchmarkHome home = new BenchmarkHome(environment.folder("peer"));
    BenchmarkThreads threads = home.threads();
    try (ChildProcess child =
        ChildProcess.start(
            home.folder().resolve("peer.log"),
            Map.of(),
            peer.command(threads.folder(), sink.url()))) {
      child.await(WATCHING, START);
      return BurstPair.through(environment, threads, sink, child::cpu, false);
    }
  }
}
