package org.messgateway.benchmarks;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** The real gateway, started by its launcher on a home of its own; ready when made. */
final class MeasuredGateway implements AutoCloseable {

  private static final Pattern READY = Pattern.compile("Ready: ");

  /** For {@code MESS_AOT}: made before the first start, and never beside a measurement. */
  static final String WITH_CACHE = "now";

  static final String WITHOUT_CACHE = "off";

  private static final Duration START = Duration.ofMinutes(5);

  private final ChildProcess child;
  private final double readyMillis;

  MeasuredGateway(BenchmarkEnvironment environment, BenchmarkHome home)
      throws IOException, InterruptedException {
    this(environment, home, "");
  }

  /**
   * @param options for its Java, apart by spaces, behind those of the launcher
   */
  MeasuredGateway(BenchmarkEnvironment environment, BenchmarkHome home, String options)
      throws IOException, InterruptedException {
    long began = System.nanoTime();
    child = start(environment, home, WITH_CACHE, options, 0);
    child.await(READY, START);
    readyMillis = (System.nanoTime() - began) / 1e6;
  }

  /**
   * Started, not ready yet.
   *
   * @param cache how the launcher treats its AOT cache
   */
  static ChildProcess start(
      BenchmarkEnvironment environment, BenchmarkHome home, String cache, String options, int port)
      throws IOException {
    String own = System.getenv().getOrDefault("MESS_JAVA_OPTS", "");
    return ChildProcess.start(
        home.folder().resolve("gateway.log"),
        // What is measured is the process that was started.
        Map.of(
            "MESS_AOT",
            cache,
            "MESS_RESTART",
            "off",
            "MESS_JAVA_OPTS",
            (own + " " + options).strip()),
        List.of(
            environment.distribution().resolve("mess-gateway").toString(),
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

  /** Sends a signal to it, such as {@code STOP}. */
  void signal(String signal) throws IOException, InterruptedException {
    int status =
        new ProcessBuilder("kill", "-" + signal, Long.toString(child.pid())).start().waitFor();
    if (status != 0) {
      throw new IOException("kill -" + signal + " ended with " + status);
    }
  }

  Duration cpu() {
    return child.cpu();
  }

  JvmOverhead jvmOverhead() throws IOException {
    return JvmOverhead.of(child.pid());
  }

  ProcessResources use() {
    return new ProcessResources(child.pid());
  }

  ProcessMemory memory() {
    return new ProcessMemory(child.pid());
  }

  @Override
  public void close() {
    child.close();
  }
}
