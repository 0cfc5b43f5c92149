package org.messgateway.gateway.mcp.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How long tools take where there is much. */
@Tag("proof")
class ToolSpeedTest {

  private static final String CONFIG =
      """
      http: { port: 0, agents: { requests_per_second: 1000, created_per_hour: 100000, open: 100000 } }
      executors:
        roomba: { name: Roomba, availability: on_demand, notify: { http: true } }
      """;

  private static final int THREADS = 2_000;

  @TempDir private Path home;

  @Test
  void theStatusOfTwoThousandThreadsIsThereInAMoment() throws Exception {
    try (ToolScene scene = new ToolScene(home, CONFIG)) {
      for (int batch = 0; batch < THREADS / 200; batch++) {
        StringBuilder message = new StringBuilder("MESS:\n");
        for (int i = 0; i < 200; i++) {
          message.append("  - request: {intent: task %d of %d}\n".formatted(i, batch));
        }
        scene.call("mess", Map.of("message", message.toString()));
      }
      long[] took = new long[21];
      for (int i = 0; i < took.length; i++) {
        long begin = System.nanoTime();
        ToolScene.Told told = scene.call("mess_status", Map.of());
        took[i] = (System.nanoTime() - begin) / 1_000_000;
        assertEquals(100, told.structured().path("tasks").size());
      }
      Arrays.sort(took);
      System.out.println("mess_status, 2,000 threads: " + Arrays.toString(took) + " ms");
      assertTrue(took[10] <= 150, "median: " + took[10] + " ms of " + Arrays.toString(took));
    }
  }

  @Test
  void aMessageOfFifteenMegabytesIsTakenAndItsFileComesBackAsALink() throws Exception {
    byte[] bytes = new byte[11 << 20];
    new Random(1).nextBytes(bytes);
    String message =
        "MESS: [{request: {id: big, intent: print it, context: [{file: \"data:model/stl;base64,"
            + Base64.getEncoder().encodeToString(bytes)
            + "\"}]}}]";
    assertTrue(message.length() > 15_000_000 - 1_000_000);
    try (ToolScene scene = new ToolScene(home)) {
      long begin = System.nanoTime();
      ToolScene.Told told = scene.call("mess", Map.of("message", message));
      System.out.println(
          "mess, %d MB: %d ms"
              .formatted(message.length() / 1_000_000, (System.nanoTime() - begin) / 1_000_000));
      ToolScene.Told status = scene.call("mess_status", Map.of("re", told.ref()));
      assertTrue(status.text().length() < 20_000);
      assertTrue(status.structured().at("/task/files/0/uri").asText().startsWith("content://"));
    }
  }
}
