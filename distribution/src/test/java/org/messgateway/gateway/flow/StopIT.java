package org.messgateway.gateway.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A proper stop leaves nothing in the queue that the threads do not say. */
class StopIT {

  private static final Duration SOON = Duration.ofSeconds(60);
  private static final int THREADS = 120;

  @TempDir private Path folder;

  @Test
  void whoeverWasToldIsNotToldAgainAfterAStopAndADeletedQueue() throws Exception {
    House house = new House(Files.createDirectory(folder.resolve("home")));
    try (Sink sink = Sink.open()) {
      house.configure(Map.of("ana", sink.url("ana"), "ben", sink.url("ben")));
      try (GatewayProcess gateway = GatewayProcess.run(house).awaitReady()) {
        for (int i = 0; i < THREADS; i++) {
          house.put(Request.of("2026-11-22-%03d".formatted(i)));
        }
        awaitArrivals(sink, 2 * THREADS);
        long began = System.nanoTime();
        gateway.askToStop();
        gateway.awaitEnd();
        assertTrue(gateway.log().contains("Stopped."), gateway::log);
        assertTrue(
            System.nanoTime() - began < Duration.ofSeconds(20).toNanos(), "it stops in 15 s");
        assertEquals(List.of(), gateway.stackTrace());
      }
      house.deleteQueue();
      try (GatewayProcess again = GatewayProcess.run(house).awaitReady()) {
        house.put(Request.of("2026-11-22-999"));
        awaitArrivals(sink, 2 * THREADS + 2);
        again.askToStop();
        again.awaitEnd();
      }
      assertEquals(
          2 * THREADS + 2, sink.arrivals().size(), "each was told once, before or after the stop");
    }
  }

  private static void awaitArrivals(Sink sink, int count) {
    Eventually.within(
        SOON,
        () -> count + " arrivals, but " + sink.arrivals().size(),
        () -> sink.arrivals().size() >= count);
  }
}
