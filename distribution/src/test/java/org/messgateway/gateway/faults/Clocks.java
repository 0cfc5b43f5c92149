package org.messgateway.gateway.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.messgateway.gateway.flow.Eventually;
import org.messgateway.gateway.flow.GatewayProcess;
import org.messgateway.gateway.flow.Sink;

/** Somebody sets the clock while the gateway runs; it is killed and goes on with the wrong one. */
final class Clocks {

  private static final Duration SOON = Duration.ofSeconds(60);
  private static final Duration HOUR = Duration.ofHours(1);

  /**
   * Leases are renewed every four seconds. That a gateway with a wrong clock has done so twice
   * shows nowhere outside it, so time itself is what is waited for.
   */
  private static final Duration RENEWED = Duration.ofSeconds(9);

  private Clocks() {}

  static Row ahead(Plan plan, Scene scene) throws Exception {
    return shifted(plan, scene, HOUR);
  }

  static Row back(Plan plan, Scene scene) throws Exception {
    return shifted(plan, scene, HOUR.negated());
  }

  private static Row shifted(Plan plan, Scene scene, Duration by) throws Exception {
    Path clock = scene.folder().resolve("clock");
    String[] options = options(plan, clock);
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

  /** What failed by a clock three hours ahead is told on the schedule when it is two hours back. */
  static Row backWhileRobotsFail(Plan plan, Scene scene) throws Exception {
    Path clock = scene.folder().resolve("clock");
    set(clock, HOUR.multipliedBy(3));
    scene.ready(options(plan, clock));
    fail(plan, scene);
    set(clock, HOUR.multipliedBy(-2));
    Thread.sleep(RENEWED);
    return recover(scene);
  }

  /**
   * The same over a restart: no monotonic clock knows of it. Who writes the threads is on the same
   * machine: another's would be 73 years old when the queue begins, and held.
   */
  static Row wrongYear(Plan plan, Scene scene) throws Exception {
    Path clock = scene.folder().resolve("clock");
    Duration wrong = Duration.between(Instant.now(), Instant.parse("2099-06-01T12:00:00Z"));
    set(clock, wrong);
    scene.writersClock(wrong);
    scene.ready(options(plan, clock));
    fail(plan, scene);
    scene.kill();
    set(clock, Duration.ZERO);
    scene.writersClock(Duration.ZERO);
    scene.ready(options(plan, clock));
    return recover(scene);
  }

  /** A board without a battery: what it could not send in 1970 is not 56 years old. */
  static Row withoutBattery(Plan plan, Scene scene) throws Exception {
    Path clock = scene.folder().resolve("clock");
    set(clock, Duration.between(Instant.now(), Instant.EPOCH.plus(HOUR)));
    scene.ready(options(plan, clock));
    fail(plan, scene);
    set(clock, Duration.ZERO);
    Thread.sleep(RENEWED);
    return recover(scene);
  }

  private static String[] options(Plan plan, Path clock) {
    return new String[] {"-javaagent:" + plan.agent(), "-Dmess.fault.clock=" + clock};
  }

  private static void fail(Plan plan, Scene scene) throws Exception {
    Scene.ROBOTS.forEach(robot -> scene.sink().mood(robot, Sink.Mood.BUSY));
    scene.write(plan.few(6, 30));
    scene.awaitArrivals(2, SOON);
    Thread.sleep(RENEWED);
  }

  private static Row recover(Scene scene) throws Exception {
    Scene.ROBOTS.forEach(robot -> scene.sink().mood(robot, Sink.Mood.WELL));
    return scene.finish(SOON.multipliedBy(2));
  }

  /** Who deletes the lock lets no second gateway in, and the file is made anew. */
  static Row lockDeleted(Plan plan, Scene scene) throws Exception {
    scene.ready();
    scene.write(plan.few(6, 30));
    Path lock = scene.house().home().resolve(".gateway/lock");
    String holder = Files.readString(lock);
    Files.delete(lock);
    try (GatewayProcess second =
        GatewayProcess.launch(plan.distribution(), scene.house(), List.of())) {
      second.awaitEnd();
      scene.claim(
          second.log().contains("A gateway already runs here: " + holder.strip()),
          "the second gateway was not told who runs here");
    }
    Eventually.within(SOON, "the lock is made anew", () -> holds(lock, holder));
    return scene.finish(SOON);
  }

  private static boolean holds(Path lock, String holder) {
    try {
      return Files.readString(lock).equals(holder);
    } catch (IOException notYet) {
      return false;
    }
  }

  private static void set(Path clock, Duration by) throws IOException {
    Path next = clock.resolveSibling("clock.new");
    Files.writeString(next, Long.toString(by.toSeconds()));
    Files.move(next, clock, StandardCopyOption.ATOMIC_MOVE);
  }
}
