package org.messgateway.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * P12: processor time of two gateways on one PostgreSQL and one exchange over that of one, for the
 * same burst, history included. Each gateway has made as many deliveries before as the others. The
 * server's own time is told apart.
 */
final class SecondNodeCost implements Measurement {

  /** Several, so that both nodes have something to send. */
  private static final List<String> ROBOTS =
      IntStream.range(0, 8).mapToObj(number -> "robot-" + number).toList();

  /** Time to share the threads, and to lease what the other one had. */
  private static final Duration SHARING = Duration.ofSeconds(5);

  /** Microseconds of each delivery. */
  private record Cost(double gateways, double server) {

    double all() {
      return gateways + server;
    }
  }

  @Override
  public Set<String> goals() {
    return Set.of("P12");
  }

  @Override
  public void measure(BenchmarkEnvironment environment, FigureCollector figures)
      throws IOException, InterruptedException {
    if (!PostgresProcess.isThere(environment.postgres())) {
      figures.note("P12 was not measured: PostgreSQL's libraries could not be fetched.");
      return;
    }
    try (PostgresProcess server = new PostgresProcess(environment, environment.postgres());
        SinkProcess sink = new SinkProcess(environment)) {
      for (int pair = 0; pair < environment.pairs(); pair++) {
        Cost one = through(environment, server, sink, 1);
        Cost two = through(environment, server, sink, 2);
        FigureTarget little = FigureTarget.atMost(1.2);
        figures.add("P12", "two nodes over one", "", little, two.all() / one.all());
        figures.add("P12", "two nodes over one, gateways", "", two.gateways() / one.gateways());
        figures.add("P12", "two nodes over one, PostgreSQL", "", two.server() / one.server());
        figures.add("P12", "CPU per delivery, one gateway", "us", one.gateways());
        figures.add("P12", "CPU per delivery, its PostgreSQL", "us", one.server());
        figures.add("P12", "CPU per delivery, two gateways", "us", two.gateways());
        figures.add("P12", "CPU per delivery, their PostgreSQL", "us", two.server());
      }
    }
  }

  private static Cost through(
      BenchmarkEnvironment environment, PostgresProcess server, SinkProcess sink, int nodes)
      throws IOException, InterruptedException {
    Path exchange = environment.folder("exchange");
    BenchmarkThreads threads = new BenchmarkThreads(exchange);
    String store = server.freshUrl();
    List<MeasuredGateway> running = new ArrayList<>();
    try {
      for (int node = 0; node < nodes; node++) {
        BenchmarkHome home = new BenchmarkHome(environment.folder("node"));
        configure(home, exchange, store, sink.url());
        running.add(new MeasuredGateway(environment, home));
      }
      if (nodes > 1) {
        PreciseDelay.of(SHARING);
      }
      for (int node = 0; node < nodes; node++) {
        burst(environment, threads, sink, "cold-" + node);
      }
      Duration gateways = cpu(running);
      Duration servers = server.cpu();
      int items = burst(environment, threads, sink, "warm");
      return new Cost(
          micros(cpu(running).minus(gateways), items), micros(server.cpu().minus(servers), items));
    } finally {
      running.forEach(MeasuredGateway::close);
    }
  }

  private static Duration cpu(List<MeasuredGateway> running) {
    return running.stream().map(MeasuredGateway::cpu).reduce(Duration.ZERO, Duration::plus);
  }

  private static double micros(Duration time, int items) {
    return time.toNanos() / 1000.0 / items;
  }

  private static int burst(
      BenchmarkEnvironment environment, BenchmarkThreads threads, SinkProcess sink, String name)
      throws IOException, InterruptedException {
    int items = environment.size(8_000, 200);
    List<String> refs = threads.stage(name, items, number -> ROBOTS.get(number % ROBOTS.size()));
    sink.forget();
    threads.drop(refs, 0);
    List<SinkRequest> arrivals = sink.await(items, environment.silence());
    BurstResult.of(refs, arrivals, true).check(name + " burst");
    threads.awaitHistory(refs);
    return items;
  }

  /** Each robot can do one thing, and has an address of its own. */
  private static void configure(BenchmarkHome home, Path exchange, String store, String url)
      throws IOException {
    Map<String, String> abilities =
        ROBOTS.stream().collect(Collectors.toMap(Function.identity(), Function.identity()));
    Map<String, String> urls = new LinkedHashMap<>();
    ROBOTS.forEach(robot -> urls.put(robot, url + "?" + robot));
    int each = BenchmarkEnvironment.CONCURRENCY / ROBOTS.size();
    home.configure("nodes", abilities, urls, each, BenchmarkEnvironment.CONCURRENCY);
    Path file = home.folder().resolve("config.yaml");
    Files.writeString(
        file,
        "exchange: { path: \"%s\" }\nstore: { url: \"%s\" }\n".formatted(exchange, store)
            + Files.readString(file));
  }
}
