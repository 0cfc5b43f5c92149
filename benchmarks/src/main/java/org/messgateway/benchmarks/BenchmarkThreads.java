package org.messgateway.benchmarks;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * Threads of about 1 KB, written beside the exchange first and then renamed into it: creating a
 * file is dearer than all that is measured.
 */
final class BenchmarkThreads {

  /** What lies on the disk must not be more than this behind what was sent. */
  private static final Duration HISTORY = Duration.ofMinutes(5);

  private static final String TEXT =
      """
      ref: REF
      requestor: claude-agent
      executor: null
      status: pending
      created: NOW
      updated: NOW
      intent: vacuum the kitchen floor
      history:
        - action: created
          at: NOW
          by: claude-agent
      ---
      from: claude-agent
      received: NOW
      channel: mcp
      MESS:
        - v: 1.0.0
        - request:
            id: REF
            intent: vacuum the kitchen floor
            requires:
              - capability: CAPABILITY
            context:
              - The rice is under the table and along the wall, between the fridge and the door.
              - |
                Start at the door, where most of it lies. The mat may be rolled up and put on the
                chair; there is a charger cable beside the fridge which must not be taken in. When
                the box is full, stop and say so. The cat is in the bedroom and that door stays shut.
              - Somebody comes home at about six, and it would be good if it were done before that.
            constraints:
              quality: normal
              spend: 0
            response_hint:
              - text
      """;

  /** Linux's bound on events that wait for one watcher. */
  private static final Path EVENTS = Path.of("/proc/sys/fs/inotify/max_queued_events");

  private final Path staging;
  private final Path received;

  BenchmarkThreads(Path home) throws IOException {
    staging = Files.createDirectories(home.resolve("staging"));
    received = Files.createDirectories(home.resolve("state=received"));
  }

  static byte[] text(String ref) {
    return text(ref, BenchmarkHome.CAPABILITY);
  }

  static byte[] text(String ref, String capability) {
    // Older threads are held at the first start.
    String now = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
    return TEXT.replace("REF", ref)
        .replace("CAPABILITY", capability)
        .replace("NOW", now)
        .getBytes(UTF_8);
  }

  Path folder() {
    return received;
  }

  /** Refs of threads that lie beside the exchange now. */
  List<String> stage(String name, int count) throws IOException {
    return stage(name, count, _ -> BenchmarkHome.CAPABILITY);
  }

  /** The same; what each asks for depends on its number. */
  List<String> stage(String name, int count, IntFunction<String> capability) throws IOException {
    List<String> refs = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      refs.add(stage(name, i, capability.apply(i)));
    }
    return refs;
  }

  /** The one with that number. */
  String stage(String name, int number, String capability) throws IOException {
    String ref = "2026-11-20-%s-%06d".formatted(name, number);
    Files.write(staging.resolve(file(ref)), text(ref, capability));
    return ref;
  }

  /** Takes one out of the exchange. */
  void remove(String ref) throws IOException {
    Files.deleteIfExists(received.resolve(file(ref)));
  }

  /** Writes one that cannot be read. */
  void spoiled(String ref) throws IOException {
    Files.writeString(received.resolve(file(ref)), "ref: " + ref + "\nintent: [broken\n");
  }

  /** Renames one into the exchange; returns when that began. */
  long drop(String ref) throws IOException {
    long began = WallClock.nanos();
    Files.move(
        staging.resolve(file(ref)), received.resolve(file(ref)), StandardCopyOption.ATOMIC_MOVE);
    return began;
  }

  /** Renames all, as fast as it goes, or at a rate if that is above 0; returns when each began. */
  Map<String, Long> drop(List<String> refs, int perSecond)
      throws IOException, InterruptedException {
    Map<String, Long> began = new HashMap<>();
    long start = System.nanoTime();
    for (String ref : refs) {
      if (perSecond > 0) {
        PreciseDelay.until(start + began.size() * 1_000_000_000L / perSecond);
      }
      began.put(ref, drop(ref));
    }
    return began;
  }

  /**
   * Moves a file into the exchange and out of it until no event has room behind these, as long as
   * the gateway does not read them.
   */
  void fillEventQueue() throws IOException {
    // Files.readString reads the first digit alone: such a file ends behind the first read.
    int events = Integer.parseInt(Files.readAllLines(EVENTS).getFirst().strip());
    Path outside = Files.writeString(staging.resolve("moved"), "");
    Path inside = received.resolve("moved");
    for (int i = 0; i <= events; i += 2) {
      Files.move(outside, inside, StandardCopyOption.ATOMIC_MOVE);
      Files.move(inside, outside, StandardCopyOption.ATOMIC_MOVE);
    }
  }

  /**
   * Waits until all of these have their delivery in their history.
   *
   * @throws IOException when that takes minutes
   */
  void awaitHistory(List<String> refs) throws IOException, InterruptedException {
    long end = System.nanoTime() + HISTORY.toNanos();
    for (int told = 0; told < refs.size(); told = told(refs)) {
      if (System.nanoTime() - end > 0) {
        throw new IOException("History of only " + told + " of " + refs.size() + " was written");
      }
      PreciseDelay.of(Duration.ofMillis(250));
    }
  }

  /** How many of these have their delivery in their history. */
  private int told(List<String> refs) throws IOException {
    int told = 0;
    for (String ref : refs) {
      told += Files.readString(received.resolve(file(ref))).contains("action: dispatched") ? 1 : 0;
    }
    return told;
  }

  private static String file(String ref) {
    return ref + ".messe-af.yaml";
  }
}
