package org.messgateway.gateway.respond;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.api.TaskDocument;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.answer.Answer;
import org.messgateway.gateway.answer.Requests;
import org.messgateway.gateway.answer.Verdict;
import org.messgateway.gateway.respond.body.BodyLimits;
import org.messgateway.gateway.respond.body.Submissions;

class MessRoutesTest {

  private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");
  private static final String REF = "2026-11-20-001";
  private static final String REQUEST = "MESS:\n- request: {intent: look}\n";

  @TempDir private Path folder;

  private final LinkTokens tokens =
      new LinkTokens(LinkKey.of(new byte[32], Optional.empty()), () -> NOW);
  private final HttpClient client = HttpClient.newHttpClient();
  private final List<Requests.Message> asked = new ArrayList<>();
  private final List<Answer> said = new ArrayList<>();
  private Requests.Outcome outcome =
      new Requests.Outcome.Taken(List.of(new Requests.Created(null, REF)), List.of());
  private HttpServer server;

  @BeforeEach
  void start() {
    TokenGate gate =
        new TokenGate(
            tokens,
            new StoredTokens(folder, () -> NOW),
            "ex1",
            new OneThread(REF, "fridge-1", "ana", "claude"),
            () -> NOW);
    Submissions submissions =
        new Submissions(folder.resolve("spool"), BodyLimits.DEFAULT, System::nanoTime);
    AnswerRoutes answers =
        new AnswerRoutes(
            gate,
            tokens,
            submissions,
            answer -> {
              said.add(answer);
              return new Verdict.Taken(ThreadStatus.CLAIMED, "ana", false);
            },
            () -> NOW);
    MessRoutes routes =
        new MessRoutes(
            gate,
            new Nothing(),
            ref -> Optional.of(new Whole()),
            submissions,
            message -> {
              asked.add(message);
              return outcome;
            },
            answers);
    server = new HttpServer(new Listening("127.0.0.1", 0, 1 << 20), List.of(answers, routes));
    server.start();
  }

  @AfterEach
  void stop() {
    server.close();
    client.close();
  }

  @Test
  void anAgentAsksInItsOwnName() throws Exception {
    HttpResponse<String> response = post(token(TokenKind.AGENT, "claude"), REQUEST);
    assertEquals(200, response.statusCode(), response.body());
    assertEquals(
        "{\"id\":null,\"ref\":\"" + REF + "\"}",
        new com.fasterxml.jackson.databind.ObjectMapper()
            .readTree(response.body())
            .path("created")
            .path(0)
            .toString());
    assertEquals("claude", asked.getFirst().agent());
    assertEquals(List.of(Map.of("request", Map.of("intent", "look"))), asked.getFirst().mess());
  }

  @Test
  void everyOutcomeHasItsOwnAnswer() throws Exception {
    String agent = token(TokenKind.AGENT, "claude");
    outcome = new Requests.Outcome.Refused("no intent");
    assertEquals(422, post(agent, REQUEST).statusCode());
    outcome = new Requests.Outcome.NotYours("x");
    assertEquals(403, post(agent, REQUEST).statusCode());
    outcome = new Requests.Outcome.NotNow("disk full");
    assertEquals(503, post(agent, REQUEST).statusCode());
  }

  @Test
  void anAgentReadsItsOwnByRefOrByItsOwnNameOfIt() throws Exception {
    String agent = token(TokenKind.AGENT, "claude");
    assertEquals("whole: true\n", get(agent, REF).body());
    assertEquals("whole: true\n", get(agent, "fridge-1").body());
    assertEquals(404, get(agent, "other").statusCode());
    assertEquals(404, get(token(TokenKind.AGENT, "other"), REF).statusCode());
  }

  @Test
  void anExecutorAnswersWhatItsEntriesName() throws Exception {
    String ana = token(TokenKind.EXECUTOR, "ana");
    String claim = "[{status: {re: fridge-1, code: claimed}}]";
    assertEquals(200, post(ana, claim).statusCode());
    assertEquals(REF, said.getFirst().ref());
    assertEquals("ana", said.getFirst().executor());
    assertEquals(403, post(token(TokenKind.EXECUTOR, "bo"), claim).statusCode());
    assertEquals(422, post(ana, "[{status: {code: claimed}}]").statusCode());
  }

  @Test
  void withoutATokenOrWithAnOperatorsNothingIsTaken() throws Exception {
    assertEquals(401, post("", REQUEST).statusCode());
    assertEquals(
        403,
        post(token(TokenKind.OPERATOR, "pat"), "[{status: {re: x, code: claimed}}]").statusCode());
    assertEquals(List.of(), asked);
    assertEquals(List.of(), said);
  }

  private String token(TokenKind kind, String name) throws Exception {
    return new TokenFile(folder).make(kind, name, NOW, null);
  }

  private HttpResponse<String> post(String token, String body) throws Exception {
    HttpRequest request =
        to("/mess", token)
            .header("Content-Type", "application/x-yaml")
            .POST(HttpRequest.BodyPublishers.ofString(body, UTF_8))
            .build();
    return client.send(request, HttpResponse.BodyHandlers.ofString());
  }

  private HttpResponse<String> get(String token, String id) throws Exception {
    HttpRequest request = to("/mess/" + id, token).header("Accept", "application/yaml").build();
    return client.send(request, HttpResponse.BodyHandlers.ofString());
  }

  private HttpRequest.Builder to(String path, String token) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
        .header("Authorization", "Bearer " + token);
  }

  private static final class Whole implements TaskDocument {
    @Override
    public byte[] yaml(int maxBytes) {
      return "whole: true\n".getBytes(UTF_8);
    }

    @Override
    public byte[] json(int maxBytes) {
      return "{}".getBytes(UTF_8);
    }
  }

  private static final class Nothing implements Tasks {
    @Override
    public String exchange() {
      return "ex1";
    }

    @Override
    public Optional<Task> task(String ref, String executor) {
      return Optional.empty();
    }

    @Override
    public Optional<TaskFile> file(String ref, String executor, String name) {
      return Optional.empty();
    }

    @Override
    public Optional<LinkClaims> delivery(String deliveryId) {
      return Optional.empty();
    }
  }
}
