package org.messgateway.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** The folder that a gateway of a run lives in. */
record BenchmarkHome(Path folder) {

  static final String CAPABILITY = "vacuum-floor";

  /** One executor, at the sink, with as many posts in flight as a burst has. */
  static BenchmarkHome ofOne(BenchmarkEnvironment environment, String name, String url)
      throws IOException {
    BenchmarkHome home = new BenchmarkHome(environment.folder(name));
    home.configure(
        "robot",
        Map.of("robot", CAPABILITY),
        Map.of("robot", url),
        BenchmarkEnvironment.CONCURRENCY,
        64);
    return home;
  }

  /**
   * Writes the configuration. Whoever is able is told.
   *
   * @param title of the household
   * @param capabilities what each executor can do
   * @param urls where each is told
   * @param perAddress posts in flight for each
   * @param inFlight posts in flight for all
   */
  void configure(
      String title,
      Map<String, String> capabilities,
      Map<String, String> urls,
      int perAddress,
      int inFlight)
      throws IOException {
    StringBuilder text = new StringBuilder(1024);
    text.append("agent_id: bench\ntitle: ").append(title).append("\nexecutors:\n");
    urls.forEach(
        (id, url) -> text.append(executor(id, capabilities.getOrDefault(id, CAPABILITY), url)));
    text.append(
        """
        limits: { in_flight: %d, in_flight_bytes: 1GiB }
        dispatch:
          webhook: { secret: "%s", concurrency: %d }
        """
            .formatted(inFlight, BenchmarkEnvironment.KEY, perAddress));
    Files.writeString(folder.resolve("config.yaml"), text);
  }

  private static String executor(String id, String capability, String url) {
    return """
      %s:
        capabilities: [%s]
        notify: { webhook: "%s" }
    """
        .formatted(id, capability, url);
  }

  BenchmarkThreads threads() throws IOException {
    return new BenchmarkThreads(folder);
  }
}
