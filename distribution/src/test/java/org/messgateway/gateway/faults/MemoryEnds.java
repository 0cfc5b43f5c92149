package org.messgateway.gateway.faults;

import java.nio.file.Path;
import java.time.Duration;

/** The heap is full for good: the process ends and is started again. */
final class MemoryEnds {

  private static final Duration SOON = Duration.ofSeconds(60);

  private MemoryEnds() {}

  static Row exhausted(Plan plan, Scene scene) throws Exception {
    Path trigger = scene.folder().resolve("exhaust");
    scene.ready("-javaagent:" + plan.agent(), "-Dmess.fault.memory=" + trigger);
    int ends = plan.few(2, 5);
    for (int end = 0; end < ends; end++) {
      int share = plan.few(12, 40);
      scene.write(share);
      scene.awaitArrivals(scene.random().nextInt(share), SOON);
      scene.exhaustMemory(trigger);
    }
    scene.claim(scene.running().isAlive(), "its launcher ended");
    scene.claim(
        scene.running().log().contains("it had no memory left"), "nobody was told why it ended");
    return scene.finish(Duration.ofSeconds(90));
  }
}
