package org.messgateway.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** The real gateway, started by its launcher on a home of its own. */
final class GatewayProcess implements AutoCloseable {

  private static final Pattern READY = Pattern.compile("Ready: ");
  private static final Duration START = Duration.ofSeconds(60);

  private final Child child;

  /**
   * @param distribution the folder with the launcher and {@code lib}
   */
  GatewayProcess(Path distribution, Path home, String sink, String key, int concurrency)
      throws IOException, InterruptedException {
    Files.writeString(
        home.resolve("config.yaml"),
        """
        agent_id: bench
        title: Bench
        executors:
          robot:
            capabilities: [vacuum-floor]
            notify:
              webhook: "%s"
        routing:
          - match: { capability: vacuum-floor }
            prefer: [robot]
        dispatch:
          webhook: { secret: "%s", concurrency: %d }
        """
            .formatted(sink, key, concurrency));
    child =
        Child.start(
            home.resolve("gateway.log"),
            Map.of(),
            List.of(
                distribution.resolve("mess-gateway").toString(),
                "run",
                "--home",
                home.toString(),
                "--port",
                "0"));
    child.await(READY, START);
  }

  static Path home(Path folder, String name) throws IOException {
    return Files.createTempDirectory(
        folder,
        name + "-",
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
  }

  Duration cpu() {
    return child.cpu();
  }

  @Override
  public void close() {
    child.close();
  }
}
