package org.messgateway.gateway.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.gateway.links.TokenFile;
import org.messgateway.gateway.links.TokenKind;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.testkit.Conforms;

/** A task that requires what nobody has, until somebody has it; over the gateway as it runs. */
class UnknownCapabilityIT {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @TempDir private Path folder;
  private House house;
  private HouseGateway gateway;
  private final HttpClient client = HttpClient.newHttpClient();

  @BeforeEach
  void aHouse() throws Exception {
    house = new House(Files.createDirectory(folder.resolve("home")));
    house.configure(
        "executors:\n  fridge: { capabilities: [fridge_vision], notify: { http: true } }\n");
    gateway = HouseGateway.start(house);
  }

  @AfterEach
  void stop() {
    client.close();
    gateway.close();
  }

  private JsonNode post(TokenKind kind, String message) throws Exception {
    String token =
        new TokenFile(house.home().resolve(".gateway").resolve("keys"))
            .make(kind, "pat", Instant.now(), null);
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + gateway.port() + "/mess"))
            .timeout(PATIENCE)
            .header("Authorization", "Bearer " + token)
            .header("Accept", "application/json")
            .header("Content-Type", "application/yaml")
            .POST(BodyPublishers.ofString(message))
            .build();
    HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
    assertEquals(200, response.statusCode(), response.body());
    return new ObjectMapper().readTree(response.body());
  }

  @Test
  @Conforms({97, 98, 159, 314})
  void itIsTakenAndToldAndGoesOutWhenSomebodyRegistersWhoHasIt() throws Exception {
    String problem = "requires `fridge-vision`: no executor has it; near: `fridge_vision`";
    JsonNode asked =
        post(
            TokenKind.AGENT,
            "MESS: [{request: {intent: what is in there, requires: [fridge-vision]}}]");
    assertEquals(problem, asked.path("hints").path(0).asText(), asked.toString());
    String ref = asked.path("created").path(0).path("ref").asText();
    Eventually.within(
        PATIENCE, () -> "it is said in the thread", () -> house.threadText(ref).contains(problem));

    JsonNode registered =
        post(
            TokenKind.OPERATOR,
            """
            MESS:
              - config: { capability: { id: fridge-vision, tags: [visual] } }
              - config: { executor: { id: eye, capabilities: [fridge-vision], notify: { http: true } } }
              - query: { type: capabilities, filter: { tags: [visual] } }
            """);
    assertEquals(2, registered.path("registered").size(), registered.toString());
    assertEquals(
        "fridge-vision",
        registered.at("/answers/0/capabilities/0/id").asText(),
        registered.toString());
    Eventually.within(
        PATIENCE,
        () -> "the new executor is told: " + gateway.deliveries(ref),
        () ->
            gateway.deliveries(ref).stream()
                .filter(row -> row.state() == DeliveryState.DELIVERED)
                .anyMatch(row -> row.identity().executor().equals("eye")));
    assertTrue(
        Files.readString(house.home().resolve("capabilities.yaml")).startsWith("id: fridge-vision"),
        "it lies in the exchange");
  }
}
