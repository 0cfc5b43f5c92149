package org.messgateway.gateway.faults;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** The queue's database goes away, or bad: it is rebuilt from the threads. */
final class LostQueue {

  private static final Duration SOON = Duration.ofSeconds(60);
  private static final int PAGE = 4096;

  private LostQueue() {}

  static Row deleted(Plan plan, Scene scene) throws Exception {
    for (int round = 0; round < plan.few(1, 3); round++) {
      killedInTheMiddle(plan, scene);
      scene.house().deleteQueue();
    }
    return scene.finish(SOON);
  }

  /** A proper stop leaves nothing that stands in the queue alone: nobody is told again. */
  static Row stoppedAndDeleted(Plan plan, Scene scene) throws Exception {
    for (int round = 0; round < plan.few(2, 5); round++) {
      int share = plan.few(40, 150);
      scene.ready();
      scene.answering().rest();
      scene.write(share);
      scene.awaitArrivals(share, SOON);
      scene.stop();
      scene.house().deleteQueue();
    }
    return scene.finish(SOON);
  }

  /** In turn: another head, noise in every second page, cut off in the middle. */
  static Row corrupted(Plan plan, Scene scene) throws Exception {
    List<Damage> damages = List.of(LostQueue::head, LostQueue::noise, LostQueue::half);
    int rounds = plan.few(1, 3);
    for (int round = 0; round < rounds; round++) {
      killedInTheMiddle(plan, scene);
      Path gateway = scene.house().home().resolve(".gateway");
      damages.get(round).to(gateway.resolve("queue.db"), scene.random());
      Files.deleteIfExists(gateway.resolve("queue.db-wal"));
      scene.ready();
      long aside = setAside(gateway);
      scene.claim(aside == round + 1, "damage " + round + " was not recognised: " + aside);
      scene.claim(
          scene.running().log().contains("was damaged. It was moved to"),
          "nobody was told that the queue was damaged");
      scene.settle(SOON);
    }
    return scene.finish(SOON);
  }

  private static void killedInTheMiddle(Plan plan, Scene scene) throws Exception {
    int share = plan.few(12, 40);
    scene.readyAgain();
    scene.write(share);
    scene.awaitArrivals(scene.random().nextInt(share / 2) + share / 4, SOON);
    scene.answering().rest();
    scene.kill();
    scene.doubts().forgotten(scene.house(), scene.sink());
  }

  private static long setAside(Path gateway) throws IOException {
    try (Stream<Path> files = Files.list(gateway)) {
      return files.filter(file -> file.toString().matches(".*\\.corrupt-[0-9-]+")).count();
    }
  }

  /** A way in which a file goes bad. */
  private interface Damage {
    void to(Path file, Random random) throws IOException;
  }

  private static void head(Path file, Random random) throws IOException {
    overwrite(file, 0, 100, random);
  }

  private static void noise(Path file, Random random) throws IOException {
    for (long page = 1; page * PAGE < Files.size(file); page += 2) {
      overwrite(file, page * PAGE, PAGE, random);
    }
  }

  private static void half(Path file, Random random) throws IOException {
    try (RandomAccessFile database = new RandomAccessFile(file.toFile(), "rw")) {
      database.setLength(database.length() / 2 + random.nextInt(PAGE));
    }
  }

  private static void overwrite(Path file, long at, int length, Random random) throws IOException {
    byte[] noise = new byte[length];
    random.nextBytes(noise);
    try (RandomAccessFile database = new RandomAccessFile(file.toFile(), "rw")) {
      database.seek(at);
      database.write(noise);
    }
  }
}
