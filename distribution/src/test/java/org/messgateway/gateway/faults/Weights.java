package org.messgateway.gateway.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.messgateway.gateway.flow.Arrival;
import org.messgateway.gateway.flow.Door;
import org.messgateway.gateway.flow.Eventually;
import org.messgateway.gateway.flow.Request;

/**
 * What takes far more memory than it has bytes lies beside usual threads, which are timed: alone,
 * then beside each. The program has the heap of its launcher.
 */
final class Weights {

  private static final int MIB = 1 << 20;
  private static final Duration SOON = Duration.ofSeconds(90);
  private static final Duration MOST = Duration.ofSeconds(1);

  /** A large file must lie still for a second before it is read. */
  private static final Duration BESIDE = Duration.ofSeconds(3);

  private static final Duration BETWEEN = Duration.ofMillis(200);

  private final Plan plan;
  private final Scene scene;
  private Duration alone = Duration.ZERO;
  private Duration slowest = Duration.ZERO;
  private String beside = "nothing";
  private volatile boolean failed;

  private Weights(Plan plan, Scene scene) {
    this.plan = plan;
    this.scene = scene;
  }

  static Row nodes(Plan plan, Scene scene) throws Exception {
    String list = "      context: [";
    return new Weights(plan, scene)
        .files(
            Map.of(
                "maps", text(list, "{a: 1},", "]\n", plan.few(8, 15)),
                "texts", text(list, "a,", "]\n", plan.few(4, 60)),
                "nulls", text("      context:\n", "        -\n", "", plan.few(4, 15)),
                "anchors", text(list, "&a b,", "]\n", plan.few(2, 15)),
                "history", "history:\n" + "- {action: a}\n".repeat(plan.few(2, 60) * MIB / 14)));
  }

  static Row texts(Plan plan, Scene scene) throws Exception {
    return new Weights(plan, scene)
        .files(
            Map.of(
                "comments", text("", "# x\n", "", plan.few(20, 60)),
                "tabs", text("", "\t", "\n", plan.few(20, 60)),
                "empty lines", text("", "\n", "", plan.few(20, 60)),
                "one word", text("      note: ", ".", "\n", plan.few(20, 60)),
                "documents", text("", "---\na: 1\n", "", plan.few(8, 60))));
  }

  /** A request that goes on with so many MiB of one part. */
  private static String text(String start, String part, String end, int mib) {
    String request = Request.of("hostile").text();
    return request.substring(0, request.indexOf("---\nfrom: exchange"))
        + start
        + part.repeat(mib * MIB / part.length())
        + end;
  }

  private Row files(Map<String, String> hostile) throws Exception {
    long start = System.nanoTime();
    timeAlone();
    picture();
    int number = 0;
    for (Map.Entry<String, String> each : hostile.entrySet()) {
      Path file = scene.house().flat("2026-11-22-hostile-" + number++);
      Path whole = Files.writeString(scene.folder().resolve("whole"), each.getValue());
      Files.move(whole, file, StandardCopyOption.ATOMIC_MOVE);
      long end = System.nanoTime() + BESIDE.toNanos();
      while (end - System.nanoTime() > 0) {
        time(each.getKey());
      }
    }
    return finish(start);
  }

  /** One executor sends eight large answers at once. */
  static Row answers(Plan plan, Scene scene) throws Exception {
    return new Weights(plan, scene).answers();
  }

  private Row answers() throws Exception {
    long start = System.nanoTime();
    timeAlone();
    Arrival told =
        scene.sink().accepted().stream()
            .filter(arrival -> arrival.path().equals("/" + Scene.ANA))
            .findFirst()
            .orElseThrow();
    for (String part : List.of("{a: 1},", "\"some words, \",")) {
      String body =
          "- response: {content: [" + part.repeat(plan.few(15, 24) * MIB / part.length()) + "]}\n";
      List<Thread> senders = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        senders.add(Thread.ofPlatform().start(() -> send(told, body)));
      }
      while (senders.stream().anyMatch(Thread::isAlive)) {
        time("answers of " + part);
      }
    }
    return finish(start);
  }

  private void send(Arrival told, String body) {
    try (Door door = new Door(scene.running().port())) {
      int status =
          door.send("POST", told.respond(), Map.of("Content-Type", "application/yaml"), body)
              .statusCode();
      failed |= status == 500;
    } catch (AssertionError refused) {
      // The gateway may hang up on whoever sends too much.
    }
  }

  private void timeAlone() throws IOException {
    scene.ready();
    for (int i = 0; i < plan.few(9, 30); i++) {
      time("nothing");
    }
    alone = slowest;
    slowest = Duration.ZERO;
  }

  /** A legal picture of 20 MiB has to be told as well. */
  private void picture() throws IOException {
    Request request = scene.next();
    List<String> lines = new ArrayList<>(request.extra());
    String data = "iVBORw0KGgo8".repeat(20 * MIB / 12);
    lines.add("context: [{image: \"data:image/png;base64," + data + "\"}]");
    scene.house().put(request.with(lines.toArray(String[]::new)));
  }

  /** How long a usual thread takes until somebody was told. */
  private void time(String neighbour) throws IOException {
    Request request = scene.next();
    long written = System.nanoTime();
    scene.house().put(request);
    Eventually.within(SOON, "somebody is told", () -> !scene.sink().of(request.ref()).isEmpty());
    Duration took = Duration.ofNanos(System.nanoTime() - written);
    if (took.compareTo(slowest) > 0) {
      slowest = took;
      beside = neighbour;
    }
    LockSupport.parkNanos(BETWEEN.toNanos());
  }

  private Row finish(long start) throws IOException, InterruptedException {
    scene.claim(
        slowest.minus(alone).compareTo(MOST) < 0,
        "a usual thread took %d ms beside %s, alone %d ms"
            .formatted(slowest.toMillis(), beside, alone.toMillis()));
    scene.claim(!failed, "a large answer got 500");
    scene.claim(scene.running().isAlive(), "it has ended");
    scene.claim(!scene.running().log().contains("OutOfMemoryError"), "memory was exhausted");
    String remark =
        "usual thread at most %d ms, beside %s; alone %d ms"
            .formatted(slowest.toMillis(), beside, alone.toMillis());
    return scene.finish(SOON).remark(remark, (System.nanoTime() - start) / 1e9);
  }
}
