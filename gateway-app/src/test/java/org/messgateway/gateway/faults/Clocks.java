package org.messgateway.gateway.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;

/** Somebody sets the clock while the gateway runs; it is killed and goes on with the wrong one. */
final class Clocks {

  private static final Duration SOON = Duration.ofSeconds(60);
  private static final Duration HOUR = Duration.ofHours(1);

  private Clocks() {}

  static Row ahead(Plan plan, Scene scene) throws Exception {
    return shifted(plan, scene, HOUR);
  }

  static Row back(Plan plan, Scene scene) throws Exception {
    return shifted(plan, scene, HOUR.negated());
  }

  private static Row shifted(Plan plan, Scene scene, Duration by) throws Exception {
    Path clock = scene.folder().resolve("clock");
    String[] options = {"-javaagent:" + plan.agent(), "-Dmess.fault.clock=" + clock};
    int share = plan.few(6, 30);
    set(clock, Duration.ZERO);
    scene.ready(options);
    scene.write(share);
    scene.awaitArrivals(share / 2, SOON);
    set(clock, by);
    scene.write(share);
    scene.awaitArrivals(share / 2, SOON);
    scene.kill();
    scene.ready(options);
    scene.write(share);
    scene.awaitArrivals(share / 2, SOON);
    set(clock, Duration.ZERO);
    scene.write(share);
    return scene.finish(SOON);
  }

  private static void set(Path clock, Duration by) throws IOException {
    Path next = clock.resolveSibling("clock.new");
    Files.writeString(next, Long.toString(by.toSeconds()));
    Files.move(next, clock, StandardCopyOption.ATOMIC_MOVE);
  }
}
