package org.messgateway.gateway.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.testkit.CannedResponse;
import org.messgateway.testkit.HttpSimulator;
import org.messgateway.testkit.RecordedRequest;

/** Nobody is flooded: a few new tasks at once, and the rest in one message. */
class GentleIT {

  private static final int TASKS = 9;

  @TempDir private Path folder;

  @Test
  void sixAreToldAndTheRestIsCountedInOneMessage() throws Exception {
    House house = new House(Files.createDirectory(folder.resolve("home")));
    try (HttpSimulator slack = HttpSimulator.start()) {
      slack.answers(
          CannedResponse.json(
              200, "{\"ok\":true,\"channel\":\"D1\",\"ts\":\"1763640000.000100\"}"));
      house.replace(
          "config.yaml",
          """
          http: { port: 0 }
          executors:
            ana: { notify: { slack: U123456789 } }
          dispatch:
            slack: { bot_token: xoxb-1-2-abc, base_url: "%s", rate: { per_address: 20/s, total: 50/s } }
          """
              .formatted(slack.baseUrl()));
      try (HouseGateway _ = HouseGateway.start(house)) {
        for (int i = 1; i <= TASKS; i++) {
          house.put(Request.of("2026-11-21-00" + i));
        }
        Eventually.within(
            Duration.ofSeconds(60),
            () -> "a list of three: " + texts(slack),
            () -> texts(slack).stream().anyMatch(text -> text.contains("3+tasks+are+waiting")));
        assertEquals(6, texts(slack).stream().filter(GentleIT::asks).count(), "each by itself");
      }
    }
  }

  private static boolean asks(String body) {
    return body.contains("water+the+plants") && !body.contains("tasks+are+waiting");
  }

  private static List<String> texts(HttpSimulator slack) {
    return slack.requests().stream()
        .filter(request -> request.path().contains("chat."))
        .map(RecordedRequest::text)
        .toList();
  }
}
