package org.messgateway.gateway.faults;

import java.time.Duration;
import org.messgateway.gateway.flow.Sink;

/** One side does not answer for a while: the gateway itself, or where it sends. */
final class Standstill {

  /** A node's lease on a lane is 15 s. */
  private static final Duration LONGER_THAN_A_LEASE = Duration.ofSeconds(18);

  private static final Duration SOON = Duration.ofSeconds(60);

  /** Probes come after 5 s, 15 s and a minute. */
  private static final Duration PROBED = Duration.ofSeconds(150);

  private Standstill() {}

  static Row suspended(Plan plan, Scene scene) throws Exception {
    int share = plan.few(12, 40);
    scene.ready();
    for (int round = 0; round < plan.few(1, 2); round++) {
      scene.write(share);
      scene.awaitArrivals(share / 3, SOON);
      scene.suspend(LONGER_THAN_A_LEASE);
      scene.write(share);
    }
    return scene.finish(SOON);
  }

  /** Each robot is sick in its own way, then nobody listens at all, then all are well. */
  static Row sickSinks(Plan plan, Scene scene) throws Exception {
    Sink sink = scene.sink();
    int share = plan.few(6, 30);
    scene.ready();
    moods(sink, Sink.Mood.HANGING, Sink.Mood.RESETTING);
    scene.write(share);
    scene.awaitArrivals(2, SOON);
    Thread.sleep(1500);
    moods(sink, Sink.Mood.BUSY, Sink.Mood.DRIPPING);
    scene.write(share);
    Thread.sleep(3000);
    scene.doubts().running(scene.house());
    sink.refuse();
    scene.doubts().running(scene.house());
    scene.write(share);
    Thread.sleep(plan.few(1000, 8000));
    moods(sink, Sink.Mood.WELL, Sink.Mood.WELL);
    sink.comeBack();
    scene.write(share);
    return scene.finish(PROBED);
  }

  private static void moods(Sink sink, Sink.Mood roomba, Sink.Mood shop) {
    sink.mood(Scene.ROBOTS.getFirst(), roomba);
    sink.mood(Scene.ROBOTS.getLast(), shop);
  }
}
