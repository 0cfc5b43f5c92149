package org.messgateway.gateway.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.messgateway.gateway.flow.Eventually;
import org.messgateway.gateway.flow.GatewayProcess;
import org.messgateway.gateway.flow.House;

/**
 * Two homes with a queue each have the same exchange; the second waits, and nobody is told twice.
 */
record TwoGateways(String name) implements Fault {

  /** The status of a stop by SIGTERM, as shells count. */
  private static final int TERMINATED = 143;

  private static final Duration SOON = Duration.ofSeconds(60);

  @Override
  public Row run(Plan plan) throws Exception {
    Path folder = Scene.folder(plan, name);
    Path exchange = Files.createDirectory(folder.resolve("exchange"));
    House first = new House(Files.createDirectory(folder.resolve("home")), exchange);
    House second = new House(Files.createDirectory(folder.resolve("other")), exchange);
    try (Scene scene = Scene.of(plan, name, folder, first, (_, _) -> () -> {})) {
      scene.ready();
      Files.copy(first.home().resolve("config.yaml"), second.home().resolve("config.yaml"));
      try (GatewayProcess other = GatewayProcess.launch(plan.distribution(), second, List.of())) {
        return run(plan, scene, other);
      }
    }
  }

  private static Row run(Plan plan, Scene scene, GatewayProcess other)
      throws IOException, InterruptedException, SQLException {
    Eventually.within(
        SOON,
        "the second says so",
        () -> other.log().contains("Another gateway tells of the threads in"));
    int share = plan.few(6, 40);
    scene.write(share);
    scene.awaitArrivals(share / 2, SOON);
    scene.kill();
    long killed = System.nanoTime();
    scene.ready();
    scene.claim(
        Duration.ofNanos(System.nanoTime() - killed).toSeconds() < 20,
        "the first waited for its own marker");
    scene.write(share);
    scene.settle(SOON);
    scene.claim(other.attempts().isEmpty(), "the second told somebody: " + other.attempts());
    other.askToStop();
    scene.claim(other.awaitEnd() == TERMINATED, "the second did not stop in peace");
    return scene.finish(SOON);
  }
}
