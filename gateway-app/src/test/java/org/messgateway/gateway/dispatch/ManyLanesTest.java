package org.messgateway.gateway.dispatch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** More lanes than may be leased at once: those that hang keep no lease that another needs. */
class ManyLanesTest {

  private static final int SICK = 40;
  private static final int LEASES = 8;

  @TempDir Path folder;
  private DispatchScene scene;
  private final CountDownLatch released = new CountDownLatch(1);

  @BeforeEach
  void open() {
    scene = new DispatchScene(folder);
    for (int lane = 0; lane < SICK; lane++) {
      scene.hook.at(
          "sick" + lane,
          _ -> {
            released.await();
            return ScriptedChannel.delivered();
          });
    }
    scene.hook.at("well", _ -> ScriptedChannel.delivered());
  }

  @AfterEach
  void close() {
    released.countDown();
    scene.close();
  }

  private void leases(int lanes, int attempts) {
    DispatchSettings s = scene.settings.bounded(attempts, 64L << 20);
    scene.settings =
        new DispatchSettings(
            s.attempts(),
            s.bytes(),
            lanes,
            s.attemptLimit(),
            s.grace(),
            s.quickPause(),
            s.hold(),
            s.renewEvery(),
            s.renewLimit(),
            s.stopLimit());
  }

  private void wantOfTheSick(int rows) {
    for (int row = 0; row < rows; row++) {
      for (int lane = 0; lane < SICK; lane++) {
        scene.want("r" + row + "-" + lane, "sick" + lane);
      }
    }
  }

  private boolean wellWasTold() {
    return scene.seen.stream()
        .anyMatch(report -> report.delivery().identity().address().equals("well"));
  }

  @Test
  void whoHasNothingMoreToSendKeepsNoLeaseWhileItHangs() {
    leases(LEASES, 2 * SICK);
    wantOfTheSick(1);
    scene.start();
    scene.until(
        "all in flight",
        Duration.ofMillis(1),
        () -> scene.dispatcher().inFlight().attempts() == SICK);
    assertTrue(scene.time.nanos() < Duration.ofSeconds(14).toNanos(), "no time limit helped");
    assertEquals(0, scene.seen.size());
  }

  @Test
  void probesThatWaitForAPlaceLeaveLeasesToWhoIsWell() {
    leases(LEASES, 16);
    wantOfTheSick(2);
    scene.start();
    scene.until("all have failed once", Duration.ofSeconds(1), () -> scene.seen.size() >= SICK);
    scene.time.advance(Duration.ofSeconds(20));
    scene.until(
        "they are probed again",
        Duration.ofMillis(1),
        () -> scene.dispatcher().inFlight().attempts() > 0);
    long before = scene.time.nanos();
    scene.want("r-well", "well");
    scene.until("the healthy one", Duration.ofMillis(1), this::wellWasTold);
    assertTrue(
        scene.time.nanos() - before < Duration.ofSeconds(2).toNanos(), "no probe had to end first");
  }
}
