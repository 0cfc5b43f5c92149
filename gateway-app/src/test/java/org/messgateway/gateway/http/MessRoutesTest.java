package org.messgateway.gateway.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
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
import org.messgateway.gateway.answer.AgentRequests;
import org.messgateway.gateway.answer.Answer;
import org.messgateway.gateway.answer.AnswerResult;
import org.messgateway.gateway.config.HttpConfig;
import org.messgateway.gateway.exchange.LargeWork;
import org.messgateway.gateway.exchange.view.TaskFile;
import org.messgateway.gateway.http.body.BodyLimits;
import org.messgateway.gateway.http.body.Submissions;
import org.messgateway.gateway.http.page.TaskSheet;
import org.messgateway.gateway.links.LinkClaims;
import org.messgateway.gateway.links.LinkKey;
import org.messgateway.gateway.links.LinkTokens;
import org.messgateway.gateway.links.StoredTokens;
import org.messgateway.gateway.links.TokenFile;
import org.messgateway.gateway.links.TokenKind;

class MessRoutesTest {

  private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");
  private static final String REF = "2026-11-20-001";
  private static final String REQUEST = "MESS:\n- request: {intent: look}\n";

  @TempDir private Path folder;

  private final LinkTokens tokens =
      new LinkTokens(LinkKey.of(new byte[32], Optional.empty()), () -> NOW);
  private final HttpClient client = HttpClient.newHttpClient();
  private final List<AgentRequests.RequestMessage> asked = new ArrayList<>();
  private final List<Answer> said = new ArrayList<>();
  private AgentRequests.RequestResult outcome =
      new AgentRequests.RequestResult.Stored(
          List.of(new AgentRequests.Created(null, REF)), List.of());
  private HttpServer server;
  private int open;
  private long nanos;

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
        new Submissions(
            folder.resolve("spool"), BodyLimits.DEFAULT, LargeWork.ofHeap(), System::nanoTime);
    AnswerRoutes answers =
        new AnswerRoutes(
            gate,
            tokens,
            submissions,
            answer -> {
              said.add(answer);
              return new AnswerResult.Accepted(ThreadStatus.CLAIMED, "ana", false);
            });
    MessRoutes routes =
        new MessRoutes(
            gate,
            new Nothing(),
            (_, _) -> Optional.of(new Whole()),
            submissions,
            message -> {
              asked.add(message);
              return outcome;
            },
            answers,
            new AgentQuota(new HttpConfig.AgentLimits(2, 30, 20), _ -> open, () -> nanos),
            new LargeViews(LargeWork.ofHeap(), folder));
    server = new HttpServer(new ListenAddress("127.0.0.1", 0, 1 << 20), List.of(answers, routes));
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
  void anAgentThatAsksTooOftenIsToldWhenToComeAgainAndOthersAreServed() throws Exception {
    String agent = token(TokenKind.AGENT, "claude");
    String same = token(TokenKind.AGENT, "claude");
    for (int i = 0; i < 20; i++) {
      assertEquals(200, get(i % 2 == 0 ? agent : same, REF).statusCode());
    }
    HttpResponse<String> refused = get(same, REF);
    assertEquals(429, refused.statusCode());
    assertEquals(Optional.of("1"), refused.headers().firstValue("retry-after"));
    assertTrue(refused.body().contains("2 times a second"), refused.body());
    assertEquals(404, get(token(TokenKind.AGENT, "other"), REF).statusCode());
    nanos += Duration.ofSeconds(1).toNanos();
    assertEquals(200, get(agent, REF).statusCode());
  }

  @Test
  void anAgentCreatesSoManyTasksAnHourAndTheRefusedOnesDoNotCount() throws Exception {
    String agent = token(TokenKind.AGENT, "claude");
    String ten = "MESS: [" + "{request: {intent: look}}, ".repeat(10) + "]";
    for (int i = 0; i < 3; i++) {
      nanos += Duration.ofSeconds(20).toNanos();
      assertEquals(200, post(agent, ten).statusCode());
    }
    HttpResponse<String> refused = post(agent, ten);
    assertEquals(429, refused.statusCode());
    assertTrue(refused.body().contains("30 tasks an hour"), refused.body());
    assertTrue(refused.headers().firstValueAsLong("retry-after").orElse(0) > 60, "not for a while");
    assertEquals(3, asked.size());
    nanos += Duration.ofHours(1).toNanos();
    assertEquals(200, post(agent, ten).statusCode());
  }

  @Test
  void anAgentWithTooManyOpenTasksEndsSomeFirst() throws Exception {
    String agent = token(TokenKind.AGENT, "claude");
    open = 19;
    assertEquals(200, post(agent, REQUEST).statusCode());
    HttpResponse<String> refused = post(agent, REQUEST);
    assertEquals(429, refused.statusCode(), "those just created count before the queue has them");
    assertTrue(refused.body().contains("20 open tasks, and has 20"), refused.body());
    open = 3;
    nanos += Duration.ofSeconds(11).toNanos();
    assertEquals(200, post(agent, REQUEST).statusCode());
  }

  @Test
  void everyOutcomeHasItsOwnAnswer() throws Exception {
    String agent = token(TokenKind.AGENT, "claude");
    outcome = new AgentRequests.RequestResult.Rejected("no intent");
    assertEquals(422, post(agent, REQUEST).statusCode());
    outcome = new AgentRequests.RequestResult.OthersThread("x");
    assertEquals(403, post(agent, REQUEST).statusCode());
    outcome = new AgentRequests.RequestResult.Unavailable("disk full");
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
    public long memory(String ref) {
      return 0;
    }

    @Override
    public String exchange() {
      return "ex1";
    }

    @Override
    public Optional<TaskView> task(LinkClaims reader) {
      return Optional.empty();
    }

    @Override
    public Optional<TaskSheet> sheet(LinkClaims reader) {
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
