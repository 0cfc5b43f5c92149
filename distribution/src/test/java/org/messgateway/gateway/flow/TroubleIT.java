package org.messgateway.gateway.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.testkit.CannedResponse;
import org.messgateway.testkit.HttpSimulator;

/** Somebody who can act is told what is wrong, over whatever still works. */
@Tag("proof")
class TroubleIT {

  @TempDir private Path folder;

  @Test
  void aRefusedCredentialIsToldOverAnotherChannel() throws Exception {
    House house = new House(Files.createDirectory(folder.resolve("home")));
    try (HttpSimulator slack = HttpSimulator.start();
        Sink pager = Sink.open()) {
      slack.answers(CannedResponse.json(200, "{\"ok\":false,\"error\":\"invalid_auth\"}"));
      house.replace(
          "config.yaml",
          """
          http: { port: 0 }
          operators: [ana]
          executors:
            ana: { notify: { slack: U123456789, webhook: "%s" } }
          dispatch:
            slack: { bot_token: xoxb-1-2-abc, base_url: "%s" }
            webhook: { secret: s3cret-of-the-house }
          """
              .formatted(pager.url("pager"), slack.baseUrl()));
      try (HouseGateway gateway = HouseGateway.start(house)) {
        house.put(Request.of("2026-11-21-001"));
        Eventually.within(
            Duration.ofSeconds(60),
            () -> "the operator was told: " + pager.arrivals(),
            () -> told(pager) == 1);
        String body =
            pager.arrivals().stream().filter(TroubleIT::ofTrouble).findFirst().orElseThrow().body();
        assertTrue(body.contains("Nobody can be told over slack"), body);
        assertTrue(body.contains("remedy"), body);
        assertEquals(List.of(), gateway.deliveries("credential/slack"), "it is no thread");
      }
    }
  }

  private static long told(Sink pager) {
    return pager.arrivals().stream().filter(TroubleIT::ofTrouble).count();
  }

  private static boolean ofTrouble(Arrival one) {
    return one.body().startsWith("---\ntrouble:") || one.body().startsWith("trouble:");
  }
}
