package org.messgateway.gateway.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How long it takes from the rename of a thread to its arrival: told, not judged. */
class LatencyIT {

  private static final Logger log = LoggerFactory.getLogger(LatencyIT.class);
  private static final int THREADS = 100;
  private static final Duration EVERY = Duration.ofMillis(50);

  @TempDir private Path folder;

  @Test
  void aThreadArrivesSoonAfterItWasRenamedIntoTheExchange() throws Exception {
    House house = new House(Files.createDirectory(folder.resolve("home")));
    Map<String, Long> renamed = new ConcurrentHashMap<>();
    try (Sink sink = Sink.open()) {
      house.configure(Map.of("robot", sink.url("robot")));
      try (GatewayProcess gateway = GatewayProcess.run(house).awaitReady()) {
        putAll(house, renamed);
        Eventually.within(
            Duration.ofSeconds(30), gateway::log, () -> sink.arrivals().size() >= THREADS);
      }
      assertEquals(THREADS, sink.arrivals().size());
      tell(sink, renamed);
    }
  }

  private static void putAll(House house, Map<String, Long> renamed) throws InterruptedException {
    try (ScheduledExecutorService writer = Executors.newSingleThreadScheduledExecutor()) {
      for (int number = 0; number < THREADS; number++) {
        String ref = "2026-11-20-%03d".formatted(number);
        Future<?> _ =
            writer.schedule(
                () -> put(house, ref, renamed), number * EVERY.toMillis(), TimeUnit.MILLISECONDS);
      }
      writer.shutdown();
      assertTrue(writer.awaitTermination(THREADS, TimeUnit.SECONDS));
    }
  }

  private static Long put(House house, String ref, Map<String, Long> renamed) throws IOException {
    house.put(Request.of(ref));
    return renamed.put(ref, System.nanoTime());
  }

  private static void tell(Sink sink, Map<String, Long> renamed) {
    long[] micros =
        sink.arrivals().stream()
            .mapToLong(arrival -> (arrival.nanos() - renamed.get(arrival.ref())) / 1000)
            .sorted()
            .toArray();
    log.info(
        "rename to arrival of {} threads at {}/s: median {} µs, 95 % {} µs, most {} µs",
        THREADS,
        1000 / EVERY.toMillis(),
        micros[THREADS / 2],
        micros[THREADS * 95 / 100],
        micros[THREADS - 1]);
  }
}
