package org.messgateway.benchmarks;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * P6: of 100 destinations 10 hang, 10 drip and 10 refuse; 64 attempts may be in flight. Beside it
 * the same load with all of them well, and of both only what goes to the 70.
 */
final class SickDestinationIsolation implements Measurement {

  private static final int PER_SECOND = 100;

  @Override
  public Set<String> goals() {
    return Set.of("P6");
  }

  @Override
  public void measure(BenchmarkEnvironment environment, FigureCollector figures)
      throws IOException, InterruptedException {
    for (int pair = 0; pair < environment.pairs(); pair++) {
      Latencies well = run(environment, false);
      Latencies sick = run(environment, true);
      double slower = sick.p99() / well.p99();
      figures.add(
          "P6", "healthy p99 over that without the sick", "", FigureTarget.atMost(1.5), slower);
      figures.add("P6", "healthy p99 beside the sick", "ms", sick.p99());
      figures.add("P6", "healthy p99 without the sick", "ms", well.p99());
      figures.add("P6", "healthy p50 beside the sick", "ms", sick.p50());
      figures.add("P6", "healthy p50 without the sick", "ms", well.p50());
      double lost =
          environment.size(1500, 200) * SickHousehold.WELL / SickHousehold.DESTINATIONS
              - sick.count();
      figures.add("P6", "healthy deliveries not made", "", FigureTarget.atMost(0), lost);
    }
  }

  private static Latencies run(BenchmarkEnvironment environment, boolean sick)
      throws IOException, InterruptedException {
    // A sink of its own, since nobody wants to wait for those that hang; and a port that is taken
    // but at which nobody listens.
    try (SinkProcess sink = new SinkProcess(environment);
        Socket nobody = new Socket()) {
      nobody.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      BenchmarkHome home = new BenchmarkHome(environment.folder(sick ? "sick" : "well"));
      SickHousehold.configure(home, sink, sick ? "http://127.0.0.1:" + nobody.getLocalPort() : "");
      return run(environment, home, sink);
    }
  }

  private static Latencies run(
      BenchmarkEnvironment environment, BenchmarkHome home, SinkProcess sink)
      throws IOException, InterruptedException {
    BenchmarkThreads threads = home.threads();
    try (MeasuredGateway _ = new MeasuredGateway(environment, home)) {
      int warmUp = environment.size(3000, 70);
      List<String> before = threads.stage("warm", warmUp, SickHousehold::wellCapability);
      threads.drop(before, environment.size(500, 0));
      BurstResult.of(before, sink.await(warmUp, environment.silence()), true).check("warm-up");
      threads.awaitHistory(before);
      sink.forget();
      List<String> refs =
          threads.stage("item", environment.size(1500, 200), SickHousehold::capability);
      Map<String, Long> began = threads.drop(refs, environment.size(PER_SECOND, 200));
      List<String> wanted =
          refs.stream().filter(ref -> SickHousehold.healthy(refs.indexOf(ref))).toList();
      List<SinkRequest> arrivals = sink.await(new HashSet<>(wanted), environment.silence());
      began.keySet().retainAll(wanted);
      BurstResult.of(wanted, arrivals, true).check("healthy destinations");
      return Latencies.of(began, arrivals);
    }
  }
}
