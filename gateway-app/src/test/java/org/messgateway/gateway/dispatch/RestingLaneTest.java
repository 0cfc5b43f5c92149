package org.messgateway.gateway.dispatch;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.api.FailureReason;
import org.messgateway.api.Outcome;
import org.messgateway.gateway.queue.DeliveryState;

/** By the machine's clock, since what it looks for happens between two threads. */
final class RestingLaneTest {

  private static final int ROWS = 300;

  /** A lane that rests is looked at after fifteen seconds in any case. */
  private static final Duration SOON = Duration.ofSeconds(10);

  @Test
  void noRowIsForgottenWhileItsLaneComesToRest(@TempDir Path folder) {
    Random random = new Random(1);
    Set<String> setAside = ConcurrentHashMap.newKeySet();
    try (DispatchScene scene = new DispatchScene(folder, true)) {
      scene.wanted =
          delivery -> {
            int number = Integer.parseInt(delivery.identity().ref().substring(1));
            return number % 3 == 0 && setAside.add(delivery.id())
                ? new SendDecision.SetAside(
                    "it changes", scene.clock.instant().plusMillis(number % 7))
                : scene.send(delivery);
          };
      scene.start();
      for (int i = 0; i < ROWS; i++) {
        scene.want("t" + i, "a" + random.nextInt(3));
        if (random.nextInt(3) == 0) {
          int left = random.nextInt(4);
          awaitOpen(scene, left);
        }
      }
      awaitOpen(scene, 0);
    }
  }

  /** The store counts failures over a restart, and dispatch does not. */
  @Test
  void aLaneThatTheStoreStoppedAndThisNodeDidNotIsProbed(@TempDir Path folder) throws Exception {
    AtomicBoolean ill = new AtomicBoolean(true);
    try (DispatchScene scene = new DispatchScene(folder, true)) {
      scene.hook.at(
          "a",
          _ ->
              ill.get()
                  ? new Outcome.Deferred(FailureReason.SERVER_ERROR, "No.", Outcome.Reach.REFUSED)
                  : ScriptedChannel.delivered());
      scene.start();
      for (String ref : List.of("t1", "t2")) {
        scene.want(ref, "a");
        scene.next();
      }
      scene.stop();
      scene.reopen();
      scene.start();
      scene.want("t3", "a");
      scene.next();
      ill.set(false);
      scene.until("the service is well, and is told", () -> open(scene) == 0);
    }
  }

  private static void awaitOpen(DispatchScene scene, int most) {
    long start = System.nanoTime();
    scene.until("few are under way", () -> open(scene) <= most);
    assertTrue(System.nanoTime() - start < SOON.toNanos(), "a row waited for the next look");
  }

  private static long open(DispatchScene scene) {
    return scene.rows().stream().filter(row -> row.state() != DeliveryState.DELIVERED).count();
  }
}
