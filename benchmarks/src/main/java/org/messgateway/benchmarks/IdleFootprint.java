package org.messgateway.benchmarks;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;

/**
 * P10: from the start of the process to the first HTTP 200, and what it keeps in memory when
 * nothing happens, beside a hello server on the same web server with the same flags. Both with an
 * AOT cache of its own: the launcher's, and one that was trained with the flags it is used with.
 */
final class IdleFootprint implements Measurement {

  private static final double MIB = 1 << 20;

  @Override
  public Set<String> goals() {
    return Set.of("P10");
  }

  @Override
  public void measure(BenchmarkEnvironment environment, FigureCollector figures)
      throws IOException, InterruptedException {
    Path folder = environment.folder("rest");
    StartableServer gateway = new StartableGateway(environment, MeasuredGateway.WITHOUT_CACHE);
    StartableServer hello = new StartableHelloServer(environment);
    if (environment.quick()) {
      compare(environment, figures, gateway.at(""), hello.at(""), ", no cache");
      return;
    }
    ServerStart cachedGateway =
        new StartableGateway(environment, MeasuredGateway.WITH_CACHE).at("");
    cachedGateway.run(Duration.ZERO);
    ServerStart cachedHello = train(hello, folder.resolve("hello.aot"));
    for (int pair = 0; pair < environment.pairs(); pair++) {
      compare(environment, figures, cachedGateway, cachedHello, "");
      compare(environment, figures, gateway.at(""), hello.at(""), ", no cache");
    }
  }

  private static ServerStart train(StartableServer what, Path cache)
      throws IOException, InterruptedException {
    what.at("-XX:AOTCacheOutput=" + cache).run(Duration.ofSeconds(2));
    return what.at("-XX:AOTCache=" + cache);
  }

  private static void compare(
      BenchmarkEnvironment environment,
      FigureCollector figures,
      ServerStart gateway,
      ServerStart hello,
      String how)
      throws IOException, InterruptedException {
    Duration rest = environment.time(Duration.ofSeconds(5), Duration.ofMillis(200));
    StartFigures theirs = hello.run(rest);
    StartFigures ours = gateway.run(rest);
    double ready = ours.readyMillis() / theirs.readyMillis();
    double memory = ours.resident() / theirs.resident();
    if (how.isEmpty()) {
      figures.add("P10", "ready over hello server", "", FigureTarget.atMost(2), ready);
      figures.add("P10", "memory over hello server", "", FigureTarget.atMost(1.5), memory);
    } else {
      figures.add("P10", "ready over hello server" + how, "", ready);
      figures.add("P10", "memory over hello server" + how, "", memory);
    }
    figures.add("P10", "gateway ready" + how, "ms", ours.readyMillis());
    figures.add("P10", "hello ready" + how, "ms", theirs.readyMillis());
    figures.add("P10", "gateway memory" + how, "MiB", ours.resident() / MIB);
    figures.add("P10", "hello memory" + how, "MiB", theirs.resident() / MIB);
  }
}
