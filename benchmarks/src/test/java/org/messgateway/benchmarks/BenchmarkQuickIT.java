package org.messgateway.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The benchmark itself works, and the gateway loses nothing; how fast it is says only a full run.
 */
class BenchmarkQuickIT {

  @TempDir private Path folder;

  @Test
  @Timeout(120)
  void everyThreadOfAQuickRunArrivesOnceAndSigned() throws IOException, InterruptedException {
    Path distribution = Path.of(System.getProperty("mess.distribution"));

    Result result = new EndToEnd(Plan.quick(distribution, folder)).run();

    assertTrue(result.whole(), result.table());
    assertEquals(300, result.gateway().cold().items());
    assertEquals(300, result.gateway().warm().items());
    assertEquals(0, result.gateway().warm().twice(), "nothing failed, so nothing is sent twice");
    assertEquals(300, result.raw().warm().items());
    assertEquals(60, result.latency().count());
  }
}
