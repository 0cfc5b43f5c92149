package org.messgateway.benchmarks;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** The real gateway, started by its launcher on a home of its own; ready when made. */
final class GatewayProcess implements AutoCloseable {

  private static final Pattern READY = Pattern.compile("Ready: ");

  /** For {@code MESS_AOT}: made before the first start, and never beside a measurement. */
  static final String WITH_CACHE = "now";

  static final String WITHOUT_CACHE = "off";

  /** Where figures mean nothing, the optimising compiler is a waste. */
  private static final String QUICK = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC";

  private static final Duration START = Duration.ofMinutes(5);

  private final Child child;
  private final double readyMillis;

  GatewayProcess(Setting setting, GatewayHome home) throws IOException, InterruptedException {
    this(setting, home, "");
  }

  /**
   * @param options for its Java, apart by spaces, behind those of the launcher
   */
  GatewayProcess(Setting setting, GatewayHome home, String options)
      throws IOException, InterruptedException {
    long began = System.nanoTime();
    child = start(setting, home, setting.quick() ? WITHOUT_CACHE : WITH_CACHE, options, 0);
    child.await(READY, START);
    readyMillis = (System.nanoTime() - began) / 1e6;
  }

  /**
   * Started, not ready yet.
   *
   * @param cache how the launcher treats its AOT cache
   */
  static Child start(Setting setting, GatewayHome home, String cache, String options, int port)
      throws IOException {
    String own =
        System.getenv().getOrDefault("MESS_JAVA_OPTS", "") + (setting.quick() ? " " + QUICK : "");
    return Child.start(
        home.folder().resolve("gateway.log"),
        Map.of("MESS_AOT", cache, "MESS_JAVA_OPTS", (own + " " + options).strip()),
        List.of(
            setting.distribution().resolve("mess-gateway").toString(),
            "run",
            "--home",
            home.folder().toString(),
            "--port",
            Integer.toString(port)));
  }

  /** From the start of the process until it said that it is ready; 10 ms exact. */
  double readyMillis() {
    return readyMillis;
  }

  Duration cpu() {
    return child.cpu();
  }

  JavasOwn javasOwn() throws IOException {
    return JavasOwn.of(child.pid());
  }

  ProcessUse use() {
    return new ProcessUse(child.pid());
  }

  Memory memory() {
    return new Memory(child.pid());
  }

  @Override
  public void close() {
    child.close();
  }
}
