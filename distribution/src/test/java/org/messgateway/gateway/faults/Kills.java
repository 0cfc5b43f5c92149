package org.messgateway.gateway.faults;

import java.time.Duration;
import java.util.Random;

/** SIGKILL at moments nobody chose. */
final class Kills {

  private static final Duration SOON = Duration.ofSeconds(60);

  private Kills() {}

  /** While it starts, while it sends, while answers come. */
  static Row atRandom(Plan plan, Scene scene) throws Exception {
    Random random = scene.random();
    int share = plan.few(12, 30);
    for (int kill = 0; kill < plan.few(2, 15); kill++) {
      scene.write(share / 2);
      if (random.nextInt(3) == 0) {
        scene.start();
        scene.write(share / 2);
        Thread.sleep(random.nextInt(plan.few(1500, 3000)));
      } else {
        scene.ready();
        scene.write(share / 2);
        scene.awaitArrivals(random.nextInt(share), SOON);
        Thread.sleep(random.nextInt(400));
      }
      scene.kill();
    }
    return scene.finish(Duration.ofSeconds(90));
  }
}
