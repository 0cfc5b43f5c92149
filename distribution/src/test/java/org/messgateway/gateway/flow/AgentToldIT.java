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
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.gateway.links.TokenFile;
import org.messgateway.gateway.links.TokenKind;
import org.messgateway.gateway.queue.DeliveryRow;
import org.messgateway.testkit.Conforms;

/** An agent hears what happens to its tasks, once each and in order, whatever fails in between. */
class AgentToldIT {

  private static final String AGENT = "claude-agent";
  private static final String ROBOT = "roomba";
  private static final String REF = "2026-11-21-001";
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir private Path folder;
  private House house;
  private AgentEndpoint agent;
  private @Nullable AutoCloseable gateway;
  private int port;
  private final HttpClient client = HttpClient.newHttpClient();
  private final ObjectMapper json = new ObjectMapper();
  private String robotToken = "";

  @BeforeEach
  void aHouseWithARobotThatFetches() throws Exception {
    house = new House(Files.createDirectory(folder.resolve("home")));
    agent = AgentEndpoint.of(AGENT);
    robotToken = token(TokenKind.EXECUTOR, ROBOT);
  }

  @AfterEach
  void stop() throws Exception {
    if (gateway != null) {
      gateway.close();
    }
    agent.close();
    client.close();
  }

  private void withWebhook() throws Exception {
    house.configure(
        "executors:\n  roomba: { notify: { http: true } }\nagents:\n  claude-agent: { name: Claude,"
            + " webhook: \"%s\" }\n".formatted(agent.url()));
  }

  private void withoutAgents() throws Exception {
    house.configure("executors:\n  roomba: { notify: { http: true } }\n");
  }

  private HouseGateway open() throws Exception {
    HouseGateway started = HouseGateway.start(house);
    gateway = started;
    port = started.port();
    return started;
  }

  private GatewayProcess run() throws Exception {
    GatewayProcess started = GatewayProcess.run(house).awaitReady();
    gateway = started;
    port = started.port();
    return started;
  }

  private String token(TokenKind kind, String name) throws Exception {
    return new TokenFile(house.home().resolve(".gateway").resolve("keys"))
        .make(kind, name, Instant.now(), null);
  }

  /** Waits until the robot may speak: until it was asked. */
  private void asked(String ref) throws Exception {
    house.put(Request.of(ref));
    // Without a wait: one that begins before the request came looks again after two seconds only.
    Eventually.within(
        PATIENCE, ref + " is in the robot's inbox", () -> robotsInbox().contains(ref));
  }

  private String robotsInbox() {
    try {
      return get("/inbox/roomba", robotToken).body();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private void says(String ref, String mess) throws Exception {
    HttpResponse<String> response = post("/thread/" + ref, robotToken, mess);
    assertEquals(200, response.statusCode(), response.body());
  }

  private HttpResponse<String> post(String path, String token, String mess) throws Exception {
    return client.send(
        request(path, token)
            .header("Content-Type", "application/yaml")
            .POST(BodyPublishers.ofString(mess))
            .build(),
        BodyHandlers.ofString());
  }

  private HttpResponse<String> get(String path, String token) throws Exception {
    HttpResponse<String> response =
        client.send(request(path, token).build(), BodyHandlers.ofString());
    assertEquals(200, response.statusCode(), response.body());
    return response;
  }

  private HttpRequest.Builder request(String path, String token) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
        .timeout(PATIENCE)
        .header("Authorization", "Bearer " + token);
  }

  @Test
  @Conforms(319)
  void claimQuestionAnswerAndEndComeOnceEachInOrderAndSigned() throws Exception {
    withWebhook();
    open();
    asked(REF);
    says(REF, "MESS: [{status: {code: claimed}}]");
    agent.await(REF, "claimed");
    says(REF, "MESS: [{status: {code: needs_input, question: Which room?}}]");
    AgentEndpoint.Told question = agent.await(REF, "claimed", "question").getLast();
    assertTrue(question.body().contains("Which room?"), question.body());
    post(
        "/mess",
        token(TokenKind.AGENT, AGENT),
        "MESS: [{reply: {re: %s, answers: {room: kitchen}}}]".formatted(REF));
    says(REF, "MESS: [{response: {content: [Clean.]}}, {status: {code: completed}}]");
    List<AgentEndpoint.Told> all = agent.await(REF, "claimed", "question", "answer", "ended");
    assertEquals(List.of("claimed", "question", "answer", "ended"), agent.kinds(REF));
    assertEquals(4, all.stream().map(AgentEndpoint.Told::id).distinct().count());
    assertTrue(all.getLast().body().contains("Clean."), all.getLast().body());
    assertTrue(all.stream().allMatch(each -> each.agent().equals(AGENT)), all.toString());
    // A link to answer by would let whoever reads it act as an executor.
    assertTrue(all.stream().allMatch(each -> each.respond().isEmpty()), all.toString());
    assertEquals(List.of(), agent.refused());
  }

  @Test
  @Conforms(319)
  void nothingIsLostOrToldTwiceWhenTheGatewayIsKilledAndTheEndpointIsDownForAWhile()
      throws Exception {
    withWebhook();
    GatewayProcess first = run();
    asked(REF);
    says(REF, "MESS: [{status: {code: claimed}}]");
    agent.await(REF, "claimed");
    agent.down(true);
    says(REF, "MESS: [{status: {code: needs_input, question: Which room?}}]");
    first.kill();
    run();
    says(REF, "MESS: [{response: {content: [Clean.]}}, {status: {code: completed}}]");
    agent.down(false);
    agent.await(REF, "claimed", "question", "answer", "ended");
    assertEquals(List.of("claimed", "question", "answer", "ended"), agent.kinds(REF));
  }

  @Test
  void theSameIsToldOnceAlsoWhenTheQueueWasLost() throws Exception {
    withWebhook();
    HouseGateway running = open();
    asked(REF);
    says(REF, "MESS: [{status: {code: claimed}}]");
    agent.await(REF, "claimed");
    Eventually.within(
        PATIENCE,
        "history has it",
        () -> house.threadText(REF).contains("claude-agent via webhook (claimed)"));
    running.close();
    house.deleteQueue();
    open();
    says(REF, "MESS: [{response: {content: [Clean.]}}, {status: {code: completed}}]");
    agent.await(REF, "claimed", "answer", "ended");
    assertEquals(List.of("claimed", "answer", "ended"), agent.kinds(REF));
  }

  @Test
  void whatOtherProgramsAppendIsToldAndSeveralThingsInOneChange() throws Exception {
    withWebhook();
    open();
    asked(REF);
    String now = Instant.now().toString();
    Path thread = house.documents().stream().findFirst().orElseThrow();
    Files.writeString(
        thread,
        """
        ---
        from: roomba
        received: %1$s
        channel: cli
        MESS:
          - status: { re: last, code: claimed }
        ---
        from: roomba
        received: %1$s
        channel: cli
        MESS:
          - response: { re: last, content: [ "Clean." ] }
          - status: { re: last, code: completed }
        """
            .formatted(now),
        StandardOpenOption.APPEND);
    agent.await(REF, "claimed", "answer", "ended");
    assertEquals(List.of("claimed", "answer", "ended"), agent.kinds(REF));
  }

  @Test
  void whatTheEndpointAnswersCountsAsTheAgentsMessage() throws Exception {
    withWebhook();
    agent.answer(told ->
        switch (told.kind()) {
          // Not an agent's to say.
          case "claimed" -> "MESS: [{status: {code: completed}}]";
          case "question" -> "MESS: [{reply: {answers: {room: kitchen}}}]";
          default -> "";
        });
    open();
    asked(REF);
    says(REF, "MESS: [{status: {code: claimed}}]");
    says(REF, "MESS: [{status: {code: needs_input, question: Which room?}}]");
    Eventually.within(
        PATIENCE,
        () -> "the reply is in the thread:\n" + house.threadText(REF),
        () -> house.threadText(REF).contains("kitchen"));
    assertTrue(house.threadText(REF).contains("status: needs_input"), house.threadText(REF));
  }

  @Test
  @Conforms(319)
  void theInboxWorksOnceThereIsATokenAndSurvivesAKill() throws Exception {
    withoutAgents();
    GatewayProcess first = run();
    asked(REF);
    says(REF, "MESS: [{status: {code: claimed}}]");
    String token = token(TokenKind.AGENT, AGENT);
    JsonNode begun = json.readTree(get("/inbox/claude-agent?wait=30s", token).body());
    assertEquals(
        List.of("claimed"), begun.path("items").findValuesAsText("kind"), begun.toString());
    JsonNode item = begun.path("items").path(0);
    assertEquals(REF, item.path("ref").asText());
    assertEquals(AGENT, item.path("agent").asText());
    assertTrue(item.path("respond").isMissingNode(), item.toString());
    assertEquals("claimed", item.at("/task/envelope/status").asText(), item.toString());
    says(REF, "MESS: [{response: {content: [Clean.]}}, {status: {code: completed}}]");
    first.kill();
    run();
    List<String> kinds = new ArrayList<>();
    String after = begun.path("after").asText();
    while (!kinds.contains("ended")) {
      JsonNode page =
          json.readTree(get("/inbox/claude-agent?wait=30s&after=" + after, token).body());
      kinds.addAll(page.path("items").findValuesAsText("kind"));
      after = page.path("after").asText();
    }
    assertEquals(List.of("answer", "ended"), kinds);
    HttpResponse<String> others =
        client.send(
            request("/inbox/claude-agent", token(TokenKind.AGENT, "other")).build(),
            BodyHandlers.ofString());
    assertEquals(403, others.statusCode());
  }

  @Test
  @Conforms(319)
  void theSameComesAsEventsUntilTheTokenIsRevoked() throws Exception {
    withoutAgents();
    open();
    String token = token(TokenKind.AGENT, AGENT);
    HttpResponse<Stream<String>> stream =
        client.send(
            request("/inbox/claude-agent", token).header("Accept", "text/event-stream").build(),
            BodyHandlers.ofLines());
    assertEquals(200, stream.statusCode());
    asked(REF);
    says(REF, "MESS: [{status: {code: claimed}}]");
    try (Stream<String> lines = stream.body()) {
      var events = lines.filter(line -> line.startsWith("event:")).iterator();
      assertEquals("event: claimed", events.next());
      assertTrue(
          new TokenFile(house.home().resolve(".gateway").resolve("keys"))
              .revoke(token.substring("mess_".length(), token.indexOf('_', 6))));
      assertTrue(!events.hasNext(), "the stream ends");
    }
  }

  @Test
  void aFileThatBecameALinkIsOpenedByItAndNothingElseIs() throws Exception {
    house.configure(
        "executors:\n"
            + "  roomba: { notify: { http: true } }\n"
            + "agents:\n"
            + "  claude-agent: { webhook: { url:"
            + " \"%s\", max_body: 1KiB } }\n".formatted(agent.url()));
    open();
    asked(REF);
    String picture = Base64.getEncoder().encodeToString(new byte[3000]);
    says(
        REF,
        "MESS: [{response: {content: [{image: \"data:image/png;base64,%s\"}]}}]"
            .formatted(picture));
    String body = agent.await(REF, "claimed", "answer", "ended").getLast().body();
    Matcher link = Pattern.compile("uri: \"?(http[^\\s\"]+/files/[^\\s\"]+)").matcher(body);
    assertTrue(link.find(), body);
    String path = URI.create(link.group(1)).getRawPath();
    String token = URI.create(link.group(1)).getRawQuery().substring("token=".length());
    assertEquals(200, status(path, token));
    assertEquals(403, status("/thread/" + REF, token));
    assertEquals(
        403, post("/thread/" + REF, token, "MESS: [{status: {code: failed}}]").statusCode());
  }

  private int status(String path, String token) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path + "?token=" + token))
            .timeout(PATIENCE)
            .build();
    return client.send(request, BodyHandlers.discarding()).statusCode();
  }

  @Test
  void anAgentWithNeitherWebhookNorTokenCostsNoRow() throws Exception {
    withoutAgents();
    HouseGateway running = open();
    asked(REF);
    says(REF, "MESS: [{status: {code: claimed}}]");
    says(REF, "MESS: [{response: {content: [Clean.]}}, {status: {code: completed}}]");
    Eventually.within(
        PATIENCE,
        () -> "request and verdict: " + running.deliveries(REF),
        () -> running.deliveries(REF).size() == 2);
    assertEquals(
        List.of(ROBOT, ROBOT),
        running.deliveries(REF).stream()
            .map(DeliveryRow::identity)
            .map(each -> Objects.requireNonNull(each.executor()))
            .toList());
  }
}
