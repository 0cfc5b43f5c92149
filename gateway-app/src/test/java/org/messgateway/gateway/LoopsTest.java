package org.messgateway.gateway;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.gateway.channels.discovery.AdapterRegistry;
import org.messgateway.gateway.config.ConfigLoader;
import org.messgateway.gateway.config.LoadResult;

/** Every thread of the gateway that lives as long as the gateway lives on after an error. */
@Timeout(120)
final class LoopsTest {

  private static final Path SOURCES = Path.of(System.getProperty("basedir", "."), "src/main/java");

  /** Only where the store is shared; {@code WorkListenerTest} throws errors there. */
  private static final Set<String> OF_A_SHARED_STORE =
      Set.of("queue-listener", "shared documents", "partitions", "taken partitions");

  /**
   * Who starts threads beside the loops: each ends with one piece of work. Threads of jars of
   * others (package channels) are no threads of the gateway; commands are not watched.
   */
  private static final Set<String> SHORT_LIVED =
      Set.of(
          "BackgroundLoop",
          "WorkerThreads",
          "ControlRoutes",
          "IndividualHistoryWriter",
          // Loops log their failures.
          "LogAppender",
          "OpsWiring",
          "RunningCall",
          "ReadAhead",
          "ReplyBodies",
          "TaskChanges");

  private static final Pattern LOOP =
      Pattern.compile("BackgroundLoop\\s*\\.\\s*(?:every|whileMore|stepping)\\(\\s*\"([^\"]+)\"");

  private static final Pattern THREAD =
      Pattern.compile(
          "Thread\\.(?:of(?:Virtual|Platform)|startVirtualThread)|new"
              + " (?:Thread|Timer)\\(|\\bExecutors\\.|ThreadPoolExecutor\\(|extends Thread\\b");

  @TempDir private Path home;

  private final Set<String> thrown = ConcurrentHashMap.newKeySet();
  private volatile boolean started;
  private final Map<String, Integer> turnsAfter = new HashMap<>();

  /** Fails the first turn of each loop by an error. */
  private long nanos() {
    String here = Thread.currentThread().getName();
    // The start itself writes into the queue, and fails where that fails.
    if (!Thread.currentThread().equals(test) && (started || !here.equals("queue-writer"))) {
      if (thrown.add(here)) {
        throw new StackOverflowError("thrown by a test");
      }
      synchronized (turnsAfter) {
        turnsAfter.merge(here, 1, Integer::sum);
        turnsAfter.notifyAll();
      }
    }
    return System.nanoTime();
  }

  private final Thread test = Thread.currentThread();

  @Test
  void eachGoesOnAfterAnErrorAndNoneIsMissing() throws Exception {
    Files.writeString(
        home.resolve("config.yaml"),
        """
        http: { port: 0 }
        exchanges:
          - { path: "%s", archive_after: 30d, suggest: true }
          - { type: remote, url: "http://127.0.0.1:9/api/v1/exchanges/home", api_key: "k" }
        """
            .formatted(Files.createDirectories(home.resolve("exchange"))));
    try (AdapterRegistry registry =
        AdapterRegistry.discover(home.resolve("none"), home.resolve("none"))) {
      ConfigLoader loader = new ConfigLoader(registry, ZoneOffset.UTC);
      LoadResult read = loader.load(home, Map.of());
      assertTrue(read instanceof LoadResult.Valid, read::toString);
      GatewayOptions options = new GatewayOptions(home, Map.of(), OptionalInt.of(0));
      try (Gateway gateway =
          Gateway.open(options, ((LoadResult.Valid) read).config(), loader, this::nanos)) {
        gateway.start();
        started = true;
        Set<String> loops = Set.copyOf(gateway.loops());
        awaitTurns(loops);
        assertTrue(thrown.containsAll(loops), "each of them failed");
        assertEquals(List.of(), gateway.standstills());
        assertEquals(
            inSources(LOOP),
            Stream.concat(
                    loops.stream().map(name -> name.replaceFirst("-\\d+$", "-")),
                    OF_A_SHARED_STORE.stream())
                .collect(Collectors.toCollection(TreeSet::new)),
            "the loops of the sources are those that are watched");
      }
    }
  }

  private void awaitTurns(Set<String> loops) throws InterruptedException {
    synchronized (turnsAfter) {
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
      while (!turnsAfter.keySet().containsAll(loops)) {
        Set<String> left = new TreeSet<>(loops);
        left.removeAll(turnsAfter.keySet());
        assertTrue(System.nanoTime() < end, () -> "these do not go on: " + left);
        turnsAfter.wait(1000);
      }
    }
  }

  @Test
  void whatLivesLongIsALoop() throws IOException {
    Set<String> files = new TreeSet<>();
    each((file, text) -> {
      if (THREAD.matcher(text).find()) {
        files.add(file.getFileName().toString().replace(".java", ""));
      }
    });
    assertEquals(new TreeSet<>(SHORT_LIVED), files);
  }

  private static Set<String> inSources(Pattern pattern) throws IOException {
    Set<String> names = new TreeSet<>();
    each((_, text) -> {
      Matcher found = pattern.matcher(text);
      while (found.find()) {
        names.add(found.group(1));
      }
    });
    return names;
  }

  /** A source and its text. */
  private interface Look {
    void at(Path file, String text);
  }

  private static void each(Look look) throws IOException {
    Path root = SOURCES.resolve("org/messgateway/gateway");
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.filter(each -> each.toString().endsWith(".java")).toList()) {
        Path place = root.relativize(file);
        if (!place.startsWith("cli") && !place.startsWith("channels")) {
          look.at(file, Files.readString(file));
        }
      }
    }
  }
}
