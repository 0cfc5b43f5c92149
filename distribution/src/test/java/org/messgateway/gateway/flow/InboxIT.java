package org.messgateway.gateway.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
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
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.gateway.links.TokenFile;
import org.messgateway.gateway.links.TokenKind;
import org.messgateway.testkit.Conforms;

/** A robot behind NAT: no address of its own, and the whole exchange all the same. */
class InboxIT {

  private static final String REF = "2026-11-21-001";
  private static final String ROBOT = "roomba";
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir private Path folder;
  private House house;
  private HouseGateway gateway;
  private final HttpClient client = HttpClient.newHttpClient();
  private final ObjectMapper json = new ObjectMapper();

  @BeforeEach
  void aHouseWithARobotThatFetches() throws Exception {
    house = new House(Files.createDirectory(folder.resolve("home")));
    house.configure("executors:\n  roomba: { notify: { http: true } }\n");
    gateway = HouseGateway.start(house);
  }

  @AfterEach
  void stop() {
    client.close();
    gateway.close();
  }

  @Test
  @Conforms(190)
  void whatItIsAskedItsClaimAndTheVerdictGoThroughTheInbox() throws Exception {
    String token = token(ROBOT);
    house.put(Request.of(REF));
    JsonNode first = poll(token, "");
    JsonNode item = only(first, "request");
    assertEquals(REF, item.path("ref").asText());
    assertEquals(
        Request.of(REF).intent(), item.at("/task/envelope/intent").asText(), item.toString());
    HttpResponse<String> claimed =
        post(item.path("respond").asText(), "MESS: [{status: {code: claimed}}]");
    assertEquals(200, claimed.statusCode(), claimed.body());
    JsonNode second = poll(token, first.path("after").asText());
    JsonNode verdict = only(second, "claimed");
    HttpResponse<String> done =
        post(
            verdict.path("respond").asText(),
            "MESS: [{response: {content: [Clean.]}}, {status: {code: completed}}]");
    assertEquals(200, done.statusCode(), done.body());
    assertEquals("completed", json.readTree(done.body()).path("status").asText());
  }

  @Test
  void theLinkOfADeletedTaskDoesNotReachTheNextUnderItsRef() throws Exception {
    String token = token(ROBOT);
    Request request = Request.of(REF);
    house.putFlat(request);
    JsonNode first = poll(token, "");
    JsonNode old = only(first, "request");
    house.awaitNoted(PATIENCE, 1);

    Files.writeString(
        house.flat(REF), request.text().replace("water the plants of " + REF, "close the window"));
    JsonNode second = poll(token, first.path("after").asText());
    JsonNode next = only(second, "request");

    assertNotEquals(old.path("id").asText(), next.path("id").asText(), next.toString());
    assertEquals("close the window", next.at("/task/envelope/intent").asText());
    String claim = "MESS: [{status: {code: claimed}}]";
    HttpResponse<String> late = post(old.path("respond").asText(), claim);
    assertEquals(404, late.statusCode(), late.body());
    assertTrue(late.body().contains("not here any more"), late.body());
    HttpResponse<String> claimed = post(next.path("respond").asText(), claim);
    assertEquals(200, claimed.statusCode(), claimed.body());
  }

  @Test
  @Conforms({190, 205})
  void theSameComesAsAnEventAndNobodyElseHearsIt() throws Exception {
    String token = token(ROBOT);
    HttpRequest events =
        request("", token).header("Accept", "text/event-stream").timeout(PATIENCE).build();
    HttpResponse<Stream<String>> stream = client.send(events, BodyHandlers.ofLines());
    assertEquals(200, stream.statusCode());
    house.put(Request.of(REF));
    try (Stream<String> lines = stream.body()) {
      List<String> event =
          lines
              .filter(line -> line.startsWith("event:") || line.startsWith("data:"))
              .limit(2)
              .toList();
      assertEquals("event: request", event.getFirst());
      JsonNode item = json.readTree(event.getLast().substring("data:".length()));
      assertEquals(REF, item.path("ref").asText());
    }
    HttpResponse<String> stranger =
        client.send(request("", token("cat")).build(), BodyHandlers.ofString());
    assertEquals(403, stranger.statusCode());
  }

  private String token(String executor) throws IOException {
    return new TokenFile(house.home().resolve(".gateway").resolve("keys"))
        .make(TokenKind.EXECUTOR, executor, Instant.now(), null);
  }

  private HttpRequest.Builder request(String query, String token) {
    return HttpRequest.newBuilder(
            URI.create("http://127.0.0.1:" + gateway.port() + "/inbox/" + ROBOT + query))
        .header("Authorization", "Bearer " + token);
  }

  private JsonNode poll(String token, String after) throws Exception {
    HttpRequest request = request("?wait=30s&after=" + after, token).timeout(PATIENCE).build();
    HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
    assertEquals(200, response.statusCode(), response.body());
    return json.readTree(response.body());
  }

  private static JsonNode only(JsonNode page, String kind) {
    assertEquals(1, page.path("items").size(), page.toString());
    JsonNode item = page.path("items").path(0);
    assertEquals(kind, item.path("kind").asText());
    assertTrue(item.path("respond").asText().startsWith("http"), item.toString());
    return item;
  }

  private HttpResponse<String> post(String url, String message) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url))
            .timeout(PATIENCE)
            .header("Content-Type", "application/yaml")
            .POST(BodyPublishers.ofString(message))
            .build();
    return client.send(request, BodyHandlers.ofString());
  }
}
