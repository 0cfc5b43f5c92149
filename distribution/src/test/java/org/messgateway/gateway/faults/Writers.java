package org.messgateway.gateway.faults;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.messgateway.gateway.flow.Request;

/** Programs that write threads without asking anybody, faster or slower than is good. */
final class Writers {

  private static final Duration SOON = Duration.ofSeconds(90);

  /** Linux's bound on events that wait for one watcher. */
  private static final Path EVENTS = Path.of("/proc/sys/fs/inotify/max_queued_events");

  private Writers() {}

  /**
   * A burst whose events have no room in the system's queue: the process stands still meanwhile.
   */
  static Row overflow(Plan plan, Scene scene) throws Exception {
    scene.ready();
    scene.write(2);
    scene.awaitArrivals(2, SOON);
    scene.settle(SOON);
    scene.signal("STOP");
    fillEventQueue(scene.house().received(), scene.folder().resolve("moved"));
    scene.write(plan.few(60, 600));
    scene.signal("CONT");
    return scene.finish(SOON);
  }

  private static void fillEventQueue(Path watched, Path file) throws IOException {
    // Files.readString reads the first digit alone: such a file ends behind the first read.
    int events = Integer.parseInt(Files.readAllLines(EVENTS).getFirst().strip());
    Path outside = Files.writeString(file, "");
    Path inside = watched.resolve(file.getFileName());
    for (int i = 0; i <= events; i += 2) {
      Files.move(outside, inside, StandardCopyOption.ATOMIC_MOVE);
      Files.move(inside, outside, StandardCopyOption.ATOMIC_MOVE);
    }
  }

  /**
   * Each thread is written where it is watched, in pieces, cut at any byte; in a folder not right
   * behind a line, since its first piece may stand there before the folder is watched. One in four
   * is written over a kill and the next start.
   */
  static Row halfWritten(Plan plan, Scene scene) throws Exception {
    Random random = scene.random();
    scene.ready();
    for (int i = 0; i < plan.few(8, 40); i++) {
      Request request = scene.next();
      boolean flat = i % 2 == 0;
      Path file = target(scene, request, flat);
      if (i % 4 < 3) {
        slowly(file, request.text().getBytes(UTF_8), flat, random);
      } else {
        overAKill(scene, file, request.text());
      }
    }
    return scene.finish(SOON);
  }

  /** What stands there while the gateway starts ends in a line, but does not say for whom it is. */
  private static void overAKill(Scene scene, Path file, String text) throws Exception {
    int forWhom = text.indexOf("      requires: ");
    AtomicBoolean started = new AtomicBoolean();
    FutureTask<Path> writing =
        new FutureTask<>(() -> {
          try (OutputStream out = Files.newOutputStream(file)) {
            out.write(text.substring(0, forWhom).getBytes(UTF_8));
            while (!started.get()) {
              out.write("      # and\n".getBytes(UTF_8));
              Thread.sleep(100);
            }
            out.write(text.substring(forWhom).getBytes(UTF_8));
          }
          return file;
        });
    Thread.startVirtualThread(writing);
    try {
      scene.kill();
      scene.ready();
      Thread.sleep(500);
    } finally {
      started.set(true);
    }
    writing.get(SOON.toSeconds(), TimeUnit.SECONDS);
  }

  private static Path target(Scene scene, Request request, boolean flat) throws IOException {
    Path received = Files.createDirectories(scene.house().received());
    String file = request.ref() + ".messe-af.yaml";
    return flat
        ? received.resolve(file)
        : Files.createDirectory(received.resolve(request.ref())).resolve("000-" + file);
  }

  private static void slowly(Path file, byte[] text, boolean behindLines, Random random)
      throws IOException, InterruptedException {
    try (OutputStream out = Files.newOutputStream(file)) {
      int at = 0;
      while (at < text.length) {
        int length = Math.min(text.length - at, 1 + random.nextInt(text.length));
        while (!behindLines && at + length < text.length && text[at + length - 1] == '\n') {
          length++;
        }
        out.write(text, at, length);
        at += length;
        Thread.sleep(random.nextInt(250));
      }
    }
  }
}
