package org.messgateway.gateway.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.answer.AgentRequests;
import org.messgateway.gateway.answer.Answer;
import org.messgateway.gateway.answer.AnswerResult;
import org.messgateway.gateway.channels.discovery.AdapterRegistry;
import org.messgateway.gateway.channels.inbox.InboxProvider;
import org.messgateway.gateway.config.ConfigLoader;
import org.messgateway.gateway.config.HttpConfig;
import org.messgateway.gateway.config.Registrations;
import org.messgateway.gateway.exchange.ExchangeDirectory;
import org.messgateway.gateway.exchange.LargeWork;
import org.messgateway.gateway.http.body.BodyLimits;
import org.messgateway.gateway.http.body.Submissions;
import org.messgateway.gateway.links.ControlKey;
import org.messgateway.gateway.links.LinkKey;
import org.messgateway.gateway.links.LinkTokens;
import org.messgateway.gateway.links.StoredTokens;
import org.messgateway.gateway.links.TokenFile;
import org.messgateway.gateway.links.TokenKind;
import org.messgateway.testkit.Conforms;

class MessRoutesTest {

  private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");
  private static final String REF = "2026-11-20-001";
  private static final String REQUEST = "MESS:\n- request: {intent: look}\n";

  @TempDir private Path folder;

  private final LinkTokens tokens =
      new LinkTokens(LinkKey.of(new byte[32], Optional.empty()), () -> NOW);
  private final HttpClient client = HttpClient.newHttpClient();
  private final List<AgentRequests.RequestMessage> asked = new ArrayList<>();
  private final List<Map<String, Object>> lookedUp = new ArrayList<>();
  private final List<Answer> said = new ArrayList<>();
  private AgentRequests.RequestResult outcome =
      new AgentRequests.RequestResult.Stored(NOW, List.of(new AgentRequests.Created(null, REF)));
  private Function<Answer, AnswerResult> answered =
      _ -> new AnswerResult.Accepted(ThreadStatus.CLAIMED, "ana", false);
  private HttpServer server;
  private int open;
  private long nanos;

  @BeforeEach
  void start() throws IOException {
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
              return answered.apply(answer);
            });
    AgentQuota quota =
        new AgentQuota(new HttpConfig.AgentLimits(2, 30, 20), _ -> open, () -> nanos);
    MessRoutes routes =
        new MessRoutes(
            gate,
            submissions,
            new AgentRequests() {
              @Override
              public RequestResult say(RequestMessage message) {
                asked.add(message);
                return outcome;
              }

              @Override
              public RequestResult ask(List<Map<String, @Nullable Object>> mess) {
                lookedUp.addAll(mess);
                return outcome;
              }
            },
            answers,
            new ConfigMessages(
                gate,
                new ControlKey(LinkKey.of(new byte[32], Optional.empty())),
                new Registrations(
                    new ConfigLoader(AdapterRegistry.of(new InboxProvider()), ZoneOffset.UTC),
                    folder,
                    Map.of(),
                    () -> NOW),
                "codex"::equals,
                () -> NOW),
            quota);
    AgentTaskRoutes reading =
        new AgentTaskRoutes(
            gate,
            new OneAgentTask("claude", REF, "fridge-1"),
            new NoTasks(),
            quota,
            new LargeViews(LargeWork.ofHeap(), folder));
    server =
        new HttpServer(
            new ListenAddress("127.0.0.1", 0, 1 << 20), List.of(answers, routes, reading));
    server.start();
  }

  @AfterEach
  void stop() {
    server.close();
    client.close();
  }

  @Test
  @Conforms(199)
  void anAgentAsksInItsOwnName() throws Exception {
    HttpResponse<String> response = post(token(TokenKind.AGENT, "claude"), REQUEST);
    assertEquals(200, response.statusCode(), response.body());
    assertEquals(
        "{\"id\":null,\"ref\":\""
            + REF
            + "\",\"status\":\"pending\",\"holder\":null,\"again\":false}",
        new ObjectMapper().readTree(response.body()).path("created").path(0).toString());
    assertEquals("claude", asked.getFirst().agent());
    assertEquals(List.of(Map.of("request", Map.of("intent", "look"))), asked.getFirst().mess());
  }

  @Test
  @Conforms({244, 317})
  void anAgentSaysInWhichExchangeAndHearsWhichThereAreWhenItIsNotThere() throws Exception {
    String agent = token(TokenKind.AGENT, "claude");
    assertEquals(200, post("?exchange=work", agent, REQUEST, "application/json").statusCode());
    assertEquals(Optional.of("work"), asked.getFirst().exchange());
    outcome =
        new AgentRequests.RequestResult.NoSuchExchange(
            "There is no exchange \"wrok\" here. There are household, work.");
    HttpResponse<String> refused = post("?exchange=wrok", agent, REQUEST, "application/json");
    assertEquals(404, refused.statusCode());
    assertTrue(refused.body().contains("There are household, work."), refused.body());
  }

  private static final String ROOMBA =
      """
      MESS:
        - config:
            executor:
              id: roomba-kitchen
              name: Kitchen Roomba
              capabilities:
                - vacuum-floor
                - fabricator: { level: expert, variants: [fdm], constraint: small }
              availability: always
      """;

  @Test
  @Conforms({8, 91, 92, 312})
  void anOperatorRegistersAnExecutorAndIsAnsweredInMess() throws Exception {
    Files.writeString(folder.resolve("config.yaml"), "");
    String operator = token(TokenKind.OPERATOR, "pat");
    HttpResponse<String> taken = post("", operator, ROOMBA, "application/mess+json");
    assertEquals(200, taken.statusCode(), taken.body());
    var ack =
        new com.fasterxml.jackson.databind.ObjectMapper()
            .readTree(taken.body())
            .path("MESS")
            .path(0)
            .path("ack");
    assertEquals("roomba-kitchen", ack.path("config").path("executor").asText());
    assertTrue(ack.path("hints").toString().contains("wait in its inbox"), taken.body());
    assertTrue(Files.readString(folder.resolve("registered.yaml")).contains("by: operator pat"));
    HttpResponse<String> wrong =
        post(operator, "MESS: [{config: {executor: {id: a, availability: sometimes}}}]");
    assertEquals(422, wrong.statusCode());
    assertTrue(wrong.body().contains("\"key\":\"config.executor.availability\""), wrong.body());
    assertTrue(wrong.body().contains("always, schedule, on_demand"), wrong.body());
  }

  @Test
  @Conforms({8, 312})
  void anAgentRegistersOnlyWhereThatIsPermittedAndAnExecutorOnlyItself() throws Exception {
    Files.writeString(folder.resolve("config.yaml"), "");
    HttpResponse<String> refused = post(token(TokenKind.AGENT, "claude"), ROOMBA);
    assertEquals(403, refused.statusCode());
    assertTrue(refused.body().contains("permit: [config]"), refused.body());
    assertEquals(200, post(token(TokenKind.AGENT, "codex"), ROOMBA).statusCode());
    String robot = token(TokenKind.EXECUTOR, "fridge-robot");
    assertEquals(403, post(robot, ROOMBA).statusCode());
    HttpResponse<String> itself =
        post(robot, "MESS: [{config: {executor: {id: fridge-robot, capabilities: [look]}}}]");
    assertEquals(200, itself.statusCode(), itself.body());
    assertEquals(
        403, post(robot, "MESS: [{config: {routing: {rules: [{prefer: [me]}]}}}]").statusCode());
    assertEquals(List.of(), asked, "nothing of it is a request");
  }

  @Test
  @Conforms({8, 91, 312, 314})
  void configStandsBesideOtherEntriesOfOneMessage() throws Exception {
    Files.writeString(folder.resolve("config.yaml"), "");
    ExchangeDirectory.open(folder, ExchangeDirectory.Access.WRITE);
    String mixed =
        "MESS: [{v: 1.0.0}, {config: {executor: {id: x, capabilities: [look]}}}, {request: {intent:"
            + " look}}, {config: {capability: {id: look, tags: [visual]}}}, {query: {type:"
            + " capabilities}}]";
    HttpResponse<String> taken = post(token(TokenKind.AGENT, "codex"), mixed);
    assertEquals(200, taken.statusCode(), taken.body());
    var body = new ObjectMapper().readTree(taken.body());
    assertEquals("x", body.path("registered").path(0).path("executor").asText(), taken.body());
    assertEquals("look", body.path("registered").path(1).path("capability").asText());
    assertEquals(REF, body.path("created").path(0).path("ref").asText());
    assertEquals(
        List.of(Set.of("v"), Set.of("request"), Set.of("query")),
        asked.getFirst().mess().stream().map(Map::keySet).toList());
    assertEquals(
        List.of(Set.of("query")),
        asked.get(1).mess().stream().map(Map::keySet).toList(),
        "queries are answered when all is registered");
    assertTrue(Files.readString(folder.resolve("registered.yaml")).contains("by: agent codex"));
    assertTrue(Files.readString(folder.resolve("capabilities.yaml")).contains("by: agent codex"));
  }

  @Test
  @Conforms(312)
  void ofAMixedMessageWithAMistakeNothingCounts() throws Exception {
    Files.writeString(folder.resolve("config.yaml"), "");
    String agent = token(TokenKind.AGENT, "codex");
    String wrong =
        "MESS: [{request: {intent: look}}, {config: {executor: {id: a, availability: x}}}]";
    assertEquals(422, post(agent, wrong).statusCode());
    assertEquals(List.of(), asked);
    outcome = new AgentRequests.RequestResult.Rejected("no intent", null, 1);
    HttpResponse<String> refused =
        post(agent, "MESS: [{config: {executor: {id: a}}}, {request: {}}]");
    assertEquals(422, refused.statusCode());
    assertTrue(refused.body().contains("\"entry\":2"), refused.body());
    assertTrue(Files.notExists(folder.resolve("registered.yaml")));
  }

  @Test
  void anExecutorRegistersItselfAndAnswersInOneMessage() throws Exception {
    Files.writeString(folder.resolve("config.yaml"), "");
    HttpResponse<String> taken =
        post(
            "",
            token(TokenKind.EXECUTOR, "ana"),
            "MESS: [{config: {executor: {id: ana}}}, {status: {re: fridge-1, code: claimed}}]",
            "application/mess+json");
    assertEquals(200, taken.statusCode(), taken.body());
    assertEquals(REF, said.getFirst().ref());
    assertEquals(
        List.of(Set.of("status")), said.getFirst().mess().stream().map(Map::keySet).toList());
    var mess = new ObjectMapper().readTree(taken.body()).path("MESS");
    assertEquals("ana", mess.path(0).path("ack").path("config").path("executor").asText());
    assertEquals("claimed", mess.path(1).path("status").path("code").asText(), taken.body());
  }

  @Test
  @Conforms(314)
  void whatNobodyHasIsToldInBothForms() throws Exception {
    String sentence = "requires `fridge-vision`: no executor has it; near: `vision`";
    outcome =
        new AgentRequests.RequestResult.Stored(
            NOW,
            List.of(
                new AgentRequests.Created(null, REF),
                new AgentRequests.UnclaimedRequirement(REF, sentence)));
    String agent = token(TokenKind.AGENT, "claude");
    assertTrue(post(agent, REQUEST).body().contains("\"hints\":[\"" + sentence + "\"]"));
    HttpResponse<String> inMess = post("", agent, REQUEST, "application/mess+json");
    var status = new ObjectMapper().readTree(inMess.body()).path("MESS").path(1).path("status");
    assertEquals(REF, status.path("re").asText());
    assertEquals(sentence, status.path("message").asText());
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
    assertEquals(404, post(agent, REQUEST).statusCode());
    outcome = new AgentRequests.RequestResult.Unavailable("disk full");
    assertEquals(503, post(agent, REQUEST).statusCode());
  }

  @Test
  @Conforms({15, 198})
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

  @Test
  @Conforms({85, 303})
  void oneRequestIsAcknowledgedInMessWhereYamlWasSentAndNothingElseWanted() throws Exception {
    outcome =
        new AgentRequests.RequestResult.Stored(
            NOW, List.of(new AgentRequests.Created("fridge-1", REF)));

    HttpResponse<String> response = post(token(TokenKind.AGENT, "claude"), REQUEST, "");

    assertEquals(200, response.statusCode());
    assertEquals(Optional.of("application/yaml"), response.headers().firstValue("content-type"));
    assertEquals(
        """
        MESS:
          - ack:
              re: fridge-1
              ref: 2026-11-20-001
              received_at: 2026-11-20T12:00:00.000Z
        """,
        response.body());
  }

  @ParameterizedTest
  @CsvSource({
    "'', application/yaml",
    "*/*, application/yaml",
    "application/yaml, application/yaml",
    "application/x-yaml, application/yaml",
    "text/yaml, application/yaml",
    "application/json, application/json",
    "application/mess+json, application/mess+json",
    "'application/json;q=0.5, application/x-yaml', application/yaml",
    "'text/plain, application/json', application/json",
  })
  @Conforms(303)
  void acceptDecidesInWhichFormItIsAnswered(String accept, String type) throws Exception {
    HttpResponse<String> response = post(token(TokenKind.AGENT, "claude"), REQUEST, accept);

    assertEquals(Optional.of(type), response.headers().firstValue("content-type"));
  }

  @Test
  @Conforms({4, 54, 86, 303})
  void severalRequestsShareOneAckAndTheJsonFormOfMessIsEquivalent() throws Exception {
    outcome =
        new AgentRequests.RequestResult.Stored(
            NOW,
            List.of(
                new AgentRequests.Created("a", REF),
                new AgentRequests.Standing(
                    "b", "2026-11-20-009", ThreadStatus.CANCELLED, null, false),
                new AgentRequests.Created(null, "2026-11-20-002"),
                new AgentRequests.KeptEntry("mood", List.of(REF)),
                new AgentRequests.Found(Map.of("threads", List.of()))));

    String json = post(token(TokenKind.AGENT, "claude"), REQUEST, "application/mess+json").body();

    assertEquals(
        new ObjectMapper()
            .readTree(
                """
                {"MESS": [
                  {"ack": {"requests": [{"id": "a", "ref": "2026-11-20-001"}, {"ref": "2026-11-20-002"}],
                           "received_at": "2026-11-20T12:00:00Z"}},
                  {"status": {"re": "b", "code": "cancelled", "ref": "2026-11-20-009"}},
                  {"status": {"re": "2026-11-20-001", "code": "received", "message":
                    "\\"mood\\" is no type of entry that is known here. It is kept in the thread, without effect."}},
                  {"response": {"re": "last", "content": [{"structured": {"threads": []}}]}}
                ]}\
                """),
        new ObjectMapper().readTree(json));
  }

  @Test
  @Conforms(303)
  void aRefusalIsToldInMessUnderTheSameStatus() throws Exception {
    outcome =
        new AgentRequests.RequestResult.Rejected("An intent is missing.", "- request: {…}", 1);

    HttpResponse<String> response = post(token(TokenKind.AGENT, "claude"), REQUEST, "");

    assertEquals(422, response.statusCode());
    assertEquals(
        """
        MESS:
          - response:
              re: last
              content:
                - error:
                    code: refused
                    message: "Entry 1 (request), line 2: An intent is missing. Right would be `- request: {…}`."
                    detail:
                      entry: 1
                      entry_type: request
                      line: 2
                      example: "- request: {…}"
        """,
        response.body());
    HttpResponse<String> unauthorized = post("", REQUEST, "application/yaml");
    assertEquals(401, unauthorized.statusCode());
    assertTrue(unauthorized.body().contains("code: forged"), unauthorized.body());
    HttpResponse<String> broken =
        post(token(TokenKind.AGENT, "claude"), "MESS: [", "application/yaml");
    assertEquals(400, broken.statusCode());
    assertTrue(broken.body().contains("code: bad_request"), broken.body());
    assertTrue(broken.body().contains("line: 1"), broken.body());
  }

  @Test
  @Conforms(303)
  void anExecutorIsToldHowTheThreadStandsNow() throws Exception {
    String claim = "[{v: 9.0.0}, {status: {re: fridge-1, code: claimed}}]";
    answered =
        _ ->
            new AnswerResult.Accepted(
                ThreadStatus.CLAIMED, "ana", false, List.of("This exchange knows MESS 1."));

    String yaml = post(token(TokenKind.EXECUTOR, "ana"), claim, "").body();

    assertTrue(yaml.contains("code: received\n      message: This exchange knows MESS"), yaml);
    assertTrue(
        yaml.contains(
            """
            - status:
                re: 2026-11-20-001
                code: claimed
                executor: ana
                ref: 2026-11-20-001
                token:\
            """
                .indent(2)
                .stripTrailing()),
        yaml);
  }

  @Test
  @Conforms(88)
  void anOperatorAsksAboutTheTasksOfEverybodyAndSaysNothingElse() throws Exception {
    String operator = token(TokenKind.OPERATOR, "pat");

    assertEquals(200, post(operator, "MESS: [{query: {type: status}}]").statusCode());
    assertEquals(List.of(Map.of("query", Map.of("type", "status"))), lookedUp);
    assertEquals(403, post(operator, REQUEST).statusCode());
    assertEquals(List.of(), asked);
  }

  @Test
  @Conforms(325)
  void filesOfAnAgentComeWithItsRequest() throws Exception {
    String form =
        """
        --b\r
        Content-Disposition: form-data; name="message"\r
        Content-Type: application/yaml\r
        \r
        MESS: [{request: {intent: print, context: [{file: {part: clip}}]}}]\r
        --b\r
        Content-Disposition: form-data; name="clip"; filename="clip.stl"\r
        \r
        solid\r
        --b--\r
        """;
    HttpRequest request =
        to("/mess", token(TokenKind.AGENT, "claude"))
            .header("Content-Type", "multipart/form-data; boundary=b")
            .POST(HttpRequest.BodyPublishers.ofString(form, UTF_8))
            .build();

    HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());

    assertEquals(200, response.statusCode(), response.body());
    assertEquals("clip", asked.getFirst().files().getFirst().part());
    assertEquals("clip.stl", asked.getFirst().files().getFirst().name());
  }

  private String token(TokenKind kind, String name) throws Exception {
    return new TokenFile(folder).make(kind, name, NOW, null);
  }

  private HttpResponse<String> post(String token, String body) throws Exception {
    return post("", token, body, "application/json");
  }

  private HttpResponse<String> post(String token, String body, String accept) throws Exception {
    return post("", token, body, accept);
  }

  private HttpResponse<String> post(String query, String token, String body, String accept)
      throws Exception {
    HttpRequest.Builder request =
        to("/mess" + query, token)
            .header("Content-Type", "application/x-yaml")
            .POST(HttpRequest.BodyPublishers.ofString(body, UTF_8));
    if (!accept.isEmpty()) {
      request.header("Accept", accept);
    }
    return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  private HttpResponse<String> get(String token, String id) throws Exception {
    HttpRequest request = to("/mess/" + id, token).header("Accept", "application/yaml").build();
    return client.send(request, HttpResponse.BodyHandlers.ofString());
  }

  private HttpRequest.Builder to(String path, String token) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
        .header("Authorization", "Bearer " + token);
  }
}
