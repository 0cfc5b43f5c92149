package org.messgateway.gateway.faults;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import org.messgateway.gateway.flow.Request;

/** Programs that write threads without asking anybody, faster or slower than is good. */
final class Writers {

  private static final Duration SOON = Duration.ofSeconds(90);

  private Writers() {}

  /** The watcher keeps two events; the rest of a burst is gone. */
  static Row overflow(Plan plan, Scene scene) throws Exception {
    scene.ready("-Djdk.nio.file.WatchService.maxEventsPerPoll=2");
    scene.write(plan.few(60, 600));
    return scene.finish(SOON);
  }

  /** Each thread is written where it is watched, in pieces, cut at any byte. */
  static Row halfWritten(Plan plan, Scene scene) throws Exception {
    Random random = scene.random();
    scene.ready();
    for (int i = 0; i < plan.few(8, 40); i++) {
      Request request = scene.next();
      slowly(target(scene, request, i % 2 == 0), request.text().getBytes(UTF_8), random);
    }
    return scene.finish(SOON);
  }

  private static Path target(Scene scene, Request request, boolean flat) throws IOException {
    Path received = Files.createDirectories(scene.house().received());
    String file = request.ref() + ".messe-af.yaml";
    return flat
        ? received.resolve(file)
        : Files.createDirectory(received.resolve(request.ref())).resolve("000-" + file);
  }

  private static void slowly(Path file, byte[] text, Random random)
      throws IOException, InterruptedException {
    try (OutputStream out = Files.newOutputStream(file)) {
      int at = 0;
      while (at < text.length) {
        int length = Math.min(text.length - at, 1 + random.nextInt(text.length));
        out.write(text, at, length);
        at += length;
        Thread.sleep(random.nextInt(250));
      }
    }
  }
}
