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
final class BurstBesidePeers implements Measurement {

  private static final Pattern WATCHING = Pattern.compile("Watching");
  private static final Duration START = Duration.ofMinutes(3);

  @Override
  public Set<String> goals() {
    return Set.of("P2", "P11");
  }

  @Override
  public void measure(Setting setting, Figures figures) throws IOException, InterruptedException {
    if (setting.peers().isEmpty()) {
      figures.note("P2 and P11 are ratios over a peer: run with --camel, or --peer NAME=COMMAND.");
    }
    try (SinkProcess sink = new SinkProcess(setting)) {
      for (int pair = 0; pair < setting.pairs(); pair++) {
        Bursts ours = ours(setting, sink);
        figures.add("P2", "burst, cold", "1/s", ours.cold().perSecond());
        figures.add("P2", "burst, warm", "1/s", ours.warm().perSecond());
        figures.add("P11", "CPU per delivery, warm", "us", ours.warmMicros());
        for (Peer peer : setting.peers()) {
          compare(figures, peer.name(), ours, theirs(setting, peer, sink));
        }
      }
    }
  }

  private static void compare(Figures figures, String peer, Bursts ours, Bursts theirs) {
    boolean camel = peer.equals("Camel");
    double cold = ours.cold().perSecond() / theirs.cold().perSecond();
    double warm = ours.warm().perSecond() / theirs.warm().perSecond();
    double cpu = ours.warmMicros() / theirs.warmMicros();
    figures.add("P2", peer + ", cold", "1/s", theirs.cold().perSecond());
    figures.add("P2", peer + ", warm", "1/s", theirs.warm().perSecond());
    figures.add("P11", peer + ", CPU per delivery, warm", "us", theirs.warmMicros());
    if (camel) {
      figures.add("P2", "burst over Camel, cold", "", Target.atLeast(1.2), cold);
      figures.add("P2", "burst over Camel, warm", "", Target.atLeast(2), warm);
      figures.add("P11", "CPU over Camel, warm", "", Target.atMost(0.4), cpu);
    } else {
      figures.add("P2", "burst over " + peer + ", cold", "", cold);
      figures.add("P2", "burst over " + peer + ", warm", "", warm);
      figures.add("P11", "CPU over " + peer + ", warm", "", cpu);
    }
  }

  private static Bursts ours(Setting setting, SinkProcess sink)
      throws IOException, InterruptedException {
    GatewayHome home = GatewayHome.ofOne(setting, "burst", sink.url());
    Threads threads = home.threads();
    try (GatewayProcess gateway = new GatewayProcess(setting, home)) {
      return Bursts.through(setting, threads, sink, gateway::cpu, true);
    }
  }

  private static Bursts theirs(Setting setting, Peer peer, SinkProcess sink)
      throws IOException, InterruptedException {
    GatewayHome home = new GatewayHome(setting.folder("peer"));
    Threads threads = home.threads();
    try (Child child =
        Child.start(
            home.folder().resolve("peer.log"),
            Map.of(),
            peer.command(threads.folder(), sink.url()))) {
      child.await(WATCHING, START);
      return Bursts.through(setting, threads, sink, child::cpu, false);
    }
  }
}
