package org.messgateway.gateway.dispatch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.api.FailureReason;
import org.messgateway.api.Outcome;
import org.messgateway.api.Outcome.Deferred;
import org.messgateway.api.Outcome.Reach;

/** Goal P6: sick destinations delay nobody else, with as few as 64 attempts in flight. */
class IsolationTest {

  private static final int LANES = 100;
  private static final int SICK = 30;

  @TempDir Path folder;
  private DispatchScene scene;
  private final CountDownLatch released = new CountDownLatch(1);
  private final AtomicBoolean sick = new AtomicBoolean();

  @BeforeEach
  void open() {
    scene = new DispatchScene(folder);
    scene.settings = scene.settings.bounded(64, 64L << 20);
    for (int lane = 0; lane < LANES; lane++) {
      int number = lane;
      scene.hook.at(
          "a" + lane,
          _ -> sick.get() && number < SICK ? sick(number) : ScriptedChannel.delivered());
    }
  }

  @AfterEach
  void close() {
    released.countDown();
    scene.close();
  }

  /** Two of three hang for as long as they may, one refuses at once. */
  private Outcome sick(int lane) throws InterruptedException {
    if (lane % 3 == 0) {
      return new Deferred(FailureReason.UNREACHABLE, "Refused.", Reach.BEFORE_SENDING);
    }
    released.await();
    return ScriptedChannel.delivered();
  }

  private void wantAll(String round, int each) {
    for (int row = 0; row < each; row++) {
      for (int lane = 0; lane < LANES; lane++) {
        scene.want(round + "-" + row + "-" + lane, "a" + lane);
      }
    }
  }

  private long healthyDelivered() {
    return scene.seen.stream()
        .filter(report -> report.outcome().equals("delivered"))
        .filter(
            report -> Integer.parseInt(report.delivery().identity().address().substring(1)) >= SICK)
        .count();
  }

  @Test
  void lanesThatHangFromTheirFirstMessageOnDelayNoHealthyOne() {
    sick.set(true);
    wantAll("r", 3);
    scene.start();
    scene.until(
        "all healthy ones", Duration.ofMillis(1), () -> healthyDelivered() == 3 * (LANES - SICK));
    assertTrue(scene.time.nanos() < Duration.ofSeconds(14).toNanos(), "no time limit helped");
    assertTrue(scene.dispatcher().inFlight().attempts() <= 64);
  }

  @Test
  void lanesThatHangAfterTheyHadBeenHealthyDelayNoHealthyOne() {
    wantAll("warm", 2);
    scene.start();
    scene.next(2 * LANES);
    assertEquals(2 * (LANES - SICK), healthyDelivered());
    sick.set(true);
    wantAll("r", 6);
    scene.until(
        "all healthy ones", Duration.ofMillis(1), () -> healthyDelivered() == 8 * (LANES - SICK));
    assertTrue(scene.time.nanos() < Duration.ofSeconds(14).toNanos(), "no time limit helped");
  }

  @Test
  void probesOfSickLanesLeaveThreeQuartersToTheOthers() {
    sick.set(true);
    wantAll("r", 1);
    scene.start();
    scene.until("all healthy ones", Duration.ofMillis(1), () -> healthyDelivered() == LANES - SICK);
    // Those that hang are interrupted, their lanes wait and are probed, and hang again.
    scene.time.advance(Duration.ofSeconds(15));
    scene.until("they failed", () -> scene.seen.size() >= LANES);
    scene.time.advance(Duration.ofSeconds(6));
    wantAll("s", 2);
    scene.until(
        "all healthy ones again",
        Duration.ofMillis(1),
        () -> healthyDelivered() == 3 * (LANES - SICK));
    assertTrue(scene.dispatcher().inFlight().attempts() <= 16, "probes hold a quarter at most");
  }
}
