package org.messgateway.gateway.flow;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
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
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.gateway.exchange.remote.RemoteServerSimulator;
import org.messgateway.gateway.links.TokenFile;
import org.messgateway.gateway.links.TokenKind;
import org.messgateway.testkit.Conforms;

/** One gateway between a folder and a server: both are told, answered and kept apart. */
class SeveralExchangesIT {

  private static final Duration SOON = Duration.ofSeconds(40);
  private static final String CLAIM = "MESS:\n  - status: { code: claimed }\n";
  private static final String QUESTION =
      "MESS:\n  - status: { code: needs_input, message: which plants? }\n";
  private static final String DONE =
      """
      MESS:
        - status: { code: completed }
        - response:
            content:
              - "The plants look fine."
              - image: { part: photo }
      """;

  /** The smallest PNG there is. */
  private static final String PIXEL =
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJg"
          + "gg==";

  @TempDir private Path folder;
  private final RemoteServerSimulator server = RemoteServerSimulator.start();
  private Robots robots;
  private House house;

  @BeforeEach
  void aHouseWithAFolderAndAServer() throws IOException {
    Path home = Files.createDirectory(folder.resolve("home"));
    house = new House(home, home.resolve("local"));
    robots = Robots.start();
    house.configure(
        """
        exchange: { path: local }
        exchanges:
          office: { type: remote, url: "%s", api_key: "%s", poll: 1s }
        executors:
          ana: { notify: { webhook: "%s" } }
        """
            .formatted(server.url(), RemoteServerSimulator.KEY, robots.url("ana")));
  }

  @AfterEach
  void close() {
    robots.close();
    server.close();
  }

  @Test
  void aTaskOfEitherExchangeIsClaimedAndDoneWithAPhotoThoughTheyShareARef() throws Exception {
    try (HouseGateway _ = HouseGateway.start(house)) {
      String ref = server.ask("agent", "look after the office plants");
      house.put(Request.of(ref));
      List<Robots.Call> asked = robots.await("request", 2);
      assertNotEquals(asked.get(0).id(), asked.get(1).id(), "two tasks, two deliveries");
      for (Robots.Call call : asked) {
        assertEquals(200, robots.post(call, CLAIM).statusCode());
        HttpResponse<String> done = photo(call.respond());
        assertEquals(200, done.statusCode(), done.body());
      }
      robots.await("claimed", 2);
      assertEquals("completed", server.statusOf(ref));
      assertTrue(server.said(ref).stream().anyMatch(said -> said.contains(PIXEL)), "the photo");
      assertTrue(said(local(ref), "status: completed") && said(local(ref), PIXEL));
      assertEquals(2, robots.calls("request").size(), "nobody was asked twice");
    }
  }

  @Test
  void nothingIsLostWhileTheServerIsAway() throws Exception {
    try (HouseGateway _ = HouseGateway.start(house)) {
      String ref = server.ask("agent", "look after the office plants");
      Robots.Call asked = robots.await("request", 1).getFirst();
      server.stop();
      assertEquals(503, robots.post(asked, CLAIM).statusCode(), "said, and not promised");
      house.put(Request.of("2026-11-21-001"));
      robots.await("request", 2);
      server.startAgain();
      String later = server.ask("agent", "feed the office cat");
      robots.await("request", 3);
      assertEquals(later, robots.calls("request").getLast().ref());
      Eventually.within(
          SOON,
          () -> "the claim that was taken is written: " + server.said(ref),
          () -> server.statusOf(ref).equals("claimed"));
      robots.await("claimed", 1);
    }
  }

  @Tag("proof")
  @Test
  void anAnswerThatTheServerKeptWithoutSayingSoIsNotDoubled() throws Exception {
    try (HouseGateway _ = HouseGateway.start(house)) {
      String ref = server.ask("agent", "look after the office plants");
      Robots.Call asked = robots.await("request", 1).getFirst();
      Eventually.within(
          SOON, "it is noted who was told", () -> count(server.said(ref), "dispatched") == 1);
      server.losesAnswers(1);
      assertEquals(200, robots.post(asked, CLAIM).statusCode());
      robots.await("claimed", 1);
      assertEquals(1, count(server.said(ref), "\"code\":\"claimed\""));
    }
  }

  @Test
  void whoClaimsOnTheServerInTheSameMomentHasIt() throws Exception {
    try (HouseGateway _ = HouseGateway.start(house)) {
      String ref = server.ask("agent", "look after the office plants");
      Robots.Call asked = robots.await("request", 1).getFirst();
      Eventually.within(
          SOON, "it is noted who was told", () -> count(server.said(ref), "dispatched") == 1);
      server.beforeWriting(each -> server.say(each, "bob", "claimed", null));
      HttpResponse<String> second = robots.post(asked, CLAIM);
      assertEquals(409, second.statusCode());
      assertTrue(second.body().contains("bob"), second.body());
      robots.await("taken", 1);
    }
  }

  @Test
  void whoeverIsToldAndThenDeletesTheQueueIsNotToldAgain() throws Exception {
    String ref = server.ask("agent", "look after the office plants");
    try (HouseGateway _ = HouseGateway.start(house)) {
      robots.await("request", 1);
      Eventually.within(
          SOON, "it is noted who was told", () -> count(server.said(ref), "dispatched") == 1);
    }
    house.deleteQueue();
    try (HouseGateway _ = HouseGateway.start(house)) {
      server.ask("agent", "feed the office cat");
      robots.await("request", 2);
      assertEquals(1, robots.calls("request").stream().filter(c -> c.ref().equals(ref)).count());
    }
  }

  @Test
  void whatTheOneWhoAskedSaysOnTheServerReachesWhoHasTheTask() throws Exception {
    try (HouseGateway _ = HouseGateway.start(house)) {
      String ref = server.ask("agent", "look after the office plants");
      Robots.Call asked = robots.await("request", 1).getFirst();
      assertEquals(200, robots.post(asked, CLAIM).statusCode());
      assertEquals(200, robots.post(asked, QUESTION).statusCode());
      assertEquals("needs_input", server.statusOf(ref));
      server.say(ref, "agent", null, List.of(Map.of("answer", Map.of("re", ref, "value", "all"))));
      assertTrue(robots.await("reply", 1).getFirst().body().contains("value: all"));
      server.say(ref, "agent", "cancelled", List.of(Map.of("cancel", Map.of("re", ref))));
      robots.await("cancelled", 1);
      String late = "MESS:\n  - status: { code: in_progress }\n";
      assertEquals(409, robots.post(asked, late).statusCode(), "it is over");
    }
  }

  @Test
  @Conforms({244, 262, 316, 317})
  void anAgentChoosesTheExchangeByItsName() throws Exception {
    try (HouseGateway gateway = HouseGateway.start(house)) {
      TokenFile keys = new TokenFile(house.home().resolve(".gateway").resolve("keys"));
      String token = keys.make(TokenKind.AGENT, "claude", Instant.now(), null);
      URI mess = URI.create("http://localhost:" + gateway.port() + "/mess");
      HttpResponse<String> made = ask(URI.create(mess + "?exchange=office"), token);
      assertEquals(200, made.statusCode(), made.body());
      Robots.Call told = robots.await("request", 1).getFirst();
      assertEquals("pending", server.statusOf(told.ref()), "it is on the server");
      HttpResponse<String> refused = ask(URI.create(mess + "?exchange=ofice"), token);
      assertEquals(404, refused.statusCode());
      assertTrue(refused.body().contains("There are primary, office."), refused.body());
      assertEquals(200, ask(mess, token).statusCode());
      robots.await("request", 2);
      assertTrue(
          Files.exists(house.received().resolve(robots.calls("request").getLast().ref())),
          "where none is named it is the first");
    }
  }

  private static HttpResponse<String> ask(URI url, String token) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(url)
            .timeout(SOON)
            .header("Authorization", "Bearer " + token)
            .header("Content-Type", "application/yaml")
            .POST(BodyPublishers.ofString("MESS: [{request: {intent: \"water " + url + "\"}}]"))
            .build();
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client.send(request, BodyHandlers.ofString());
    }
  }

  private static long count(List<String> said, String what) {
    return said.stream().filter(each -> each.contains(what)).count();
  }

  private Path local(String ref) {
    return house.home().resolve("local/state=finished").resolve(ref).resolve(House.head(ref));
  }

  private static boolean said(Path file, String what) throws IOException {
    return Files.readString(file).contains(what);
  }

  private static HttpResponse<String> photo(URI respond) throws Exception {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    part(body, "name=\"message\"", "application/yaml", DONE.getBytes(UTF_8));
    part(
        body, "name=\"photo\"; filename=\"p.png\"", "image/png", Base64.getDecoder().decode(PIXEL));
    body.writeBytes("--edge--\r\n".getBytes(UTF_8));
    HttpRequest request =
        HttpRequest.newBuilder(respond)
            .timeout(SOON)
            .header("Content-Type", "multipart/form-data; boundary=edge")
            .POST(BodyPublishers.ofByteArray(body.toByteArray()))
            .build();
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client.send(request, BodyHandlers.ofString());
    }
  }

  private static void part(ByteArrayOutputStream body, String name, String type, byte[] content) {
    String head =
        "--edge\r\nContent-Disposition: form-data; %s\r\nContent-Type: %s\r\n\r\n"
            .formatted(name, type);
    body.writeBytes(head.getBytes(UTF_8));
    body.writeBytes(content);
    body.writeBytes("\r\n".getBytes(UTF_8));
  }
}
