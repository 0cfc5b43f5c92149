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
final class AtRest implements Measurement {

  private static final double MIB = 1 << 20;

  @Override
  public Set<String> goals() {
    return Set.of("P10");
  }

  @Override
  public void measure(Setting setting, Figures figures) throws IOException, InterruptedException {
    Path folder = setting.folder("rest");
    Startable gateway = new GatewayStart(setting, GatewayProcess.WITHOUT_CACHE);
    Startable hello = new HelloStart(setting);
    if (setting.quick()) {
      compare(setting, figures, gateway.at(""), hello.at(""), ", no cache");
      return;
    }
    StartUse cachedGateway = new GatewayStart(setting, GatewayProcess.WITH_CACHE).at("");
    cachedGateway.run(Duration.ZERO);
    StartUse cachedHello = train(hello, folder.resolve("hello.aot"));
    for (int pair = 0; pair < setting.pairs(); pair++) {
      compare(setting, figures, cachedGateway, cachedHello, "");
      compare(setting, figures, gateway.at(""), hello.at(""), ", no cache");
    }
  }

  private static StartUse train(Startable what, Path cache)
      throws IOException, InterruptedException {
    what.at("-XX:AOTCacheOutput=" + cache).run(Duration.ofSeconds(2));
    return what.at("-XX:AOTCache=" + cache);
  }

  private static void compare(
      Setting setting, Figures figures, StartUse gateway, StartUse hello, String how)
      throws IOException, InterruptedException {
    Duration rest = setting.time(Duration.ofSeconds(5), Duration.ofMillis(200));
    Resting theirs = hello.run(rest);
    Resting ours = gateway.run(rest);
    double ready = ours.readyMillis() / theirs.readyMillis();
    double memory = ours.resident() / theirs.resident();
    if (how.isEmpty()) {
      figures.add("P10", "ready over hello server", "", Target.atMost(2), ready);
      figures.add("P10", "memory over hello server", "", Target.atMost(1.5), memory);
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
