package org.messgateway.gateway.mcp.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.modelcontextprotocol.spec.McpSchema.ClientCapabilities;
import io.modelcontextprotocol.spec.McpSchema.Implementation;
import io.modelcontextprotocol.spec.McpSchema.InitializeRequest;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.gateway.links.TokenKind;
import org.messgateway.gateway.mcp.McpCaller;
import org.messgateway.gateway.mcp.transport.McpFixture.Session;

/** The rules of streamable HTTP, each as a raw client meets it. */
class McpRoutesTest {

  private static final String PING = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";

  @TempDir private Path folder;

  private final AtomicLong nanos = new AtomicLong();
  private final TestTools tools = new TestTools();
  private McpFixture mcp;
  private String token;

  @BeforeEach
  void start() throws Exception {
    mcp = new McpFixture(folder, tools::offer, nanos);
    token = mcp.agent("claude");
  }

  @AfterEach
  void stop() {
    tools.go.countDown();
    mcp.close();
  }

  private HttpResponse<String> initialize(HttpRequest.Builder request) throws Exception {
    return mcp.post(request, McpFixture.initialize("2025-11-25", "{}"));
  }

  private void assertProblem(int status, HttpResponse<String> response) throws Exception {
    assertEquals(status, response.statusCode(), response.body());
    assertEquals(
        Optional.of("application/problem+json"), response.headers().firstValue("content-type"));
    assertEquals(status, mcp.read(response.body()).path("status").asInt());
  }

  private void assertRefused(int code, HttpResponse<String> response) throws Exception {
    assertEquals(400, response.statusCode(), response.body());
    JsonNode message = mcp.read(response.body());
    assertEquals("2.0", message.path("jsonrpc").asText());
    assertEquals(code, message.at("/error/code").asInt(), response.body());
    assertFalse(message.has("id"));
  }

  @Test
  void aSessionBeginsWithTheVersionThatItsClientSpeaks() throws Exception {
    for (String version : List.of("2025-03-26", "2025-06-18", "2025-11-25")) {
      HttpResponse<String> begun =
          mcp.post(mcp.request(token), McpFixture.initialize(version, "{}"));
      assertEquals(200, begun.statusCode());
      assertEquals(Optional.of("application/json"), begun.headers().firstValue("content-type"));
      JsonNode result = mcp.read(begun.body()).path("result");
      assertEquals(version, result.path("protocolVersion").asText());
      assertEquals("Ask well.", result.path("instructions").asText());
      assertTrue(result.at("/capabilities/resources/subscribe").asBoolean());
    }
    HttpResponse<String> newer =
        mcp.post(mcp.request(token), McpFixture.initialize("2026-07-28", "{}"));
    assertEquals("2025-11-25", mcp.read(newer.body()).at("/result/protocolVersion").asText());
  }

  @Test
  void sessionIdsAreLongAndNeverTheSame() throws Exception {
    String one = mcp.session(token).id;
    String other = mcp.session(token).id;
    assertTrue(one.matches("[\\x21-\\x7e]{32,}"), one);
    assertFalse(one.equals(other));
  }

  @Test
  void aToolIsCalledAndAnswersAsAnEvent() throws Exception {
    Session session = mcp.session(token);
    HttpResponse<String> response =
        session.post(McpFixture.call(7, "echo", "{\"text\":\"a\\nb\"}"));
    assertEquals(200, response.statusCode());
    assertEquals(Optional.of("text/event-stream"), response.headers().firstValue("content-type"));
    assertTrue(response.body().startsWith("event: message\ndata: {"), response.body());
    JsonNode answer = mcp.message(response.body());
    assertEquals(7, answer.path("id").asInt());
    assertEquals("a\nb", answer.at("/result/content/0/text").asText());
    assertFalse(answer.at("/result/isError").asBoolean());
  }

  @Test
  void withoutATokenNothingOpensAndTheAnswerSaysHow() throws Exception {
    HttpResponse<String> refused = initialize(mcp.request(""));
    assertProblem(401, refused);
    assertTrue(refused.headers().firstValue("www-authenticate").orElse("").startsWith("Bearer"));
    assertProblem(401, initialize(mcp.request(token + "x")));
  }

  @Test
  void tokensOfExecutorsAndOperatorsAreForbidden() throws Exception {
    assertProblem(403, initialize(mcp.request(mcp.token(TokenKind.EXECUTOR, "ana"))));
    assertProblem(403, initialize(mcp.request(mcp.token(TokenKind.OPERATOR, "pat"))));
  }

  @Test
  void anotherAgentsSessionIsNotThere() throws Exception {
    Session session = mcp.session(token);
    HttpRequest.Builder other =
        mcp.request(mcp.agent("cursor")).header("Mcp-Session-Id", session.id);
    assertProblem(404, mcp.post(other, PING));
    assertProblem(404, mcp.send(other.copy().DELETE().build()));
    assertProblem(404, mcp.send(other.copy().GET().build()));
    assertEquals(200, session.post(PING).statusCode());
  }

  @Test
  void anotherTokenOfTheSameAgentGoesOnWithItsSession() throws Exception {
    Session session = mcp.session(token);
    HttpRequest.Builder renewed =
        mcp.request(mcp.agent("claude")).header("Mcp-Session-Id", session.id);
    assertEquals(200, mcp.post(renewed, PING).statusCode());
  }

  @Test
  void aRequestWithoutASessionIsAskedForOne() throws Exception {
    assertProblem(400, mcp.post(mcp.request(token), PING));
  }

  @Test
  void anUnknownSessionIsNotFound() throws Exception {
    assertProblem(404, mcp.post(mcp.request(token).header("Mcp-Session-Id", "nobodys"), PING));
  }

  @Test
  void aDeletedSessionIsGone() throws Exception {
    Session session = mcp.session(token);
    assertEquals(200, mcp.send(session.request().DELETE().build()).statusCode());
    assertProblem(404, session.post(PING));
    assertEquals(0, mcp.sessions.count());
  }

  @Test
  void aVersionThatIsNotSpokenIsABadRequest() throws Exception {
    Session session = mcp.session(token);
    HttpRequest.Builder strange =
        mcp.request(token)
            .header("Mcp-Session-Id", session.id)
            .header("MCP-Protocol-Version", "1999-01-01");
    assertProblem(400, mcp.post(strange, PING));
    HttpRequest.Builder silent = mcp.request(token).header("Mcp-Session-Id", session.id);
    assertEquals(200, mcp.post(silent, PING).statusCode());
  }

  @Test
  void whoDoesNotTakeBothFormsOfAnAnswerIsTold() throws Exception {
    for (String accept : List.of("application/json", "text/event-stream", "image/png")) {
      HttpRequest.Builder request = mcp.request(token).setHeader("Accept", accept);
      assertProblem(400, initialize(request));
    }
    Session session = mcp.session(token);
    assertProblem(
        400, mcp.send(session.request().setHeader("Accept", "application/json").GET().build()));
  }

  @Test
  void whatIsNoJsonByItsTypeIsUnsupported() throws Exception {
    assertProblem(415, initialize(mcp.request(token).setHeader("Content-Type", "text/plain")));
    HttpRequest.Builder utf8 =
        mcp.request(token).setHeader("Content-Type", "application/json; charset=utf-8");
    assertEquals(200, initialize(utf8).statusCode());
  }

  @Test
  void whatIsTooLargeIsRefused() throws Exception {
    HttpRequest request =
        mcp.request(token)
            .POST(BodyPublishers.ofByteArray(new byte[McpFixture.MAX_BODY + 1]))
            .build();
    assertEquals(413, mcp.send(request).statusCode());
  }

  @Test
  void fifteenMegabytesGoThrough() throws Exception {
    Session session = mcp.session(token);
    int length = 15_000_000 * 4 / 3;
    JsonNode answer =
        session.ask(McpFixture.call(1, "length", "{\"text\":\"" + "a".repeat(length) + "\"}"));
    assertEquals(length, answer.at("/result/structuredContent/length").asInt());
  }

  @Test
  void otherMethodsAreNotAllowedAndThoseThatAreAreNamed() throws Exception {
    HttpResponse<String> refused =
        mcp.send(mcp.request(token).PUT(BodyPublishers.ofString("{}")).build());
    assertProblem(405, refused);
    assertEquals(Optional.of("GET, POST, DELETE"), refused.headers().firstValue("allow"));
  }

  @Test
  void pagesOfOthersMayNotAskAndThoseOfThisMachineMay() throws Exception {
    for (String foreign :
        List.of("https://evil.example", "null", "http://localhost.evil.example", "file://")) {
      assertProblem(403, initialize(mcp.request(token).header("Origin", foreign)));
    }
    for (String own :
        List.of("http://localhost:3000", "http://127.0.0.1:8420", "https://mess.example.org")) {
      HttpResponse<String> begun = initialize(mcp.request(token).header("Origin", own));
      assertEquals(200, begun.statusCode(), own);
      assertTrue(begun.headers().firstValue("access-control-allow-origin").isEmpty());
    }
  }

  @Test
  void anExchangeThatIsNamedIsThatOfAllCalls() throws Exception {
    Session session = mcp.session(token, "?exchange=home", "{}");
    session.ask(McpFixture.call(1, "echo", "{\"text\":\"a\"}"));
    assertEquals(Optional.of("home"), tools.callers.getFirst().exchange());
    HttpResponse<String> unknown = initialize(mcp.request(token).uri(mcp.uri("?exchange=moon")));
    assertProblem(404, unknown);
    assertEquals("urn:mess:no-such-exchange", mcp.read(unknown.body()).path("type").asText());
  }

  @Test
  void aToolLearnsWhoCallsAndUnderWhichKey() throws Exception {
    Session session = mcp.session(token);
    HttpRequest.Builder keyed = session.request().header("Idempotency-Key", "k-1");
    mcp.post(keyed, McpFixture.call(1, "echo", "{\"text\":\"a\"}"));
    session.ask(McpFixture.call(2, "echo", "{\"text\":\"a\"}"));
    assertEquals(
        List.of(
            new McpCaller("claude", Optional.empty(), "raw", Optional.of("k-1")),
            new McpCaller("claude", Optional.empty(), "raw", Optional.empty())),
        tools.callers);
    assertProblem(
        400,
        mcp.post(
            session.request().header("Idempotency-Key", "a b"),
            McpFixture.call(3, "echo", "{\"text\":\"a\"}")));
  }

  @Test
  void anArgumentMayHaveItsOtherName() throws Exception {
    JsonNode answer =
        mcp.session(token).ask(McpFixture.call(1, "echo", "{\"words\":\"otherwise\"}"));
    assertEquals("otherwise", answer.at("/result/content/0/text").asText());
  }

  @Test
  void argumentsThatDoNotFitAreAnErrorThatTheModelReads() throws Exception {
    JsonNode answer = mcp.session(token).ask(McpFixture.call(1, "echo", "{\"text\":5}"));
    assertTrue(answer.at("/result/isError").asBoolean(), answer.toString());
    assertTrue(answer.at("/result/content/0/text").asText().contains("text"));
  }

  @Test
  void aFailureOnOurSideIsToldWithoutItsWords() throws Exception {
    HttpResponse<String> response = mcp.session(token).post(McpFixture.call(1, "fail", "{}"));
    assertTrue(mcp.message(response.body()).at("/result/isError").asBoolean());
    assertFalse(response.body().contains("1234"), response.body());
    assertFalse(response.body().contains("Exception"), response.body());
  }

  @Test
  void parametersOfAnotherFormAreInvalidAndNothingOfOursIsQuoted() throws Exception {
    Session session = mcp.session(token);
    for (String params : List.of("{\"uri\":{}}", "{\"uri\":[1]}", "{}")) {
      JsonNode answer = session.ask(1, "resources/read", params);
      assertTrue(answer.has("error"), answer.toString());
      assertFalse(answer.toString().contains("modelcontextprotocol"), answer.toString());
      assertFalse(answer.toString().contains("fasterxml"), answer.toString());
    }
    assertEquals(-32601, session.ask(2, "nothing/here", "{}").at("/error/code").asInt());
    assertEquals(
        -32002,
        session.ask(3, "resources/read", "{\"uri\":\"mess://gone\"}").at("/error/code").asInt());
  }

  @Test
  void resourcesAndPromptsAreThere() throws Exception {
    Session session = mcp.session(token);
    assertEquals(
        "mess://pending",
        session.ask(1, "resources/list", "{}").at("/result/resources/0/uri").asText());
    assertEquals(
        "mess://request/{id}",
        session
            .ask(2, "resources/templates/list", "{}")
            .at("/result/resourceTemplates/0/uriTemplate")
            .asText());
    assertEquals(
        "of claude",
        session
            .ask(3, "resources/read", "{\"uri\":\"mess://request/1\"}")
            .at("/result/contents/0/text")
            .asText());
    assertEquals(
        "Hello Ana",
        session
            .ask(4, "prompts/get", "{\"name\":\"greet\",\"arguments\":{\"name\":\"Ana\"}}")
            .at("/result/messages/0/content/text")
            .asText());
    assertEquals(
        -32602, session.ask(5, "prompts/get", "{\"name\":\"greet\"}").at("/error/code").asInt());
  }

  @Test
  void whatIsNoJsonIsAParseErrorWithItsPlace() throws Exception {
    Session session = mcp.session(token);
    for (String garbage :
        List.of(
            "{",
            "nonsense",
            "",
            "{\"a\":1}}",
            "[".repeat(100_000),
            "{\"a\":" + "1".repeat(500) + "}",
            "\u0000")) {
      assertRefused(-32700, session.post(garbage));
    }
    assertEquals(200, session.post(PING).statusCode());
  }

  @Test
  void whatIsNoMessageIsAnInvalidRequest() throws Exception {
    Session session = mcp.session(token);
    for (String wrong :
        List.of(
            "[" + PING + "]",
            "[]",
            "5",
            "null",
            "{}",
            "{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"ping\"}",
            "{\"jsonrpc\":\"2.0\",\"id\":1}",
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":5}",
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":[1]}",
            "{\"jsonrpc\":\"2.0\",\"id\":\"x\",\"result\":{},\"error\":{}}")) {
      assertRefused(-32600, session.post(wrong));
    }
  }

  @Test
  void idsAreShortTextsOrIntegers() throws Exception {
    Session session = mcp.session(token);
    for (String id :
        List.of(
            "null",
            "1.5",
            "true",
            "{}",
            "[]",
            "\"\"",
            "9".repeat(40),
            "\"" + "x".repeat(201) + "\"")) {
      assertRefused(
          -32600, session.post("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"ping\"}"));
    }
    for (String id : List.of("0", "-1", "9007199254740993", "\"a\"")) {
      assertEquals(mcp.read(id), session.ask(id, "ping", "{}").path("id"));
    }
  }

  @Test
  void anAnswerToNothingIsRefusedAndANotificationOfAnyKindIsTaken() throws Exception {
    Session session = mcp.session(token);
    assertRefused(
        -32600, session.post("{\"jsonrpc\":\"2.0\",\"id\":\"never-asked\",\"result\":{}}"));
    assertEquals(
        202,
        session
            .post("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/roots/list_changed\"}")
            .statusCode());
    assertEquals(
        202,
        session
            .post(
                "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\","
                    + "\"params\":{\"requestId\":99}}")
            .statusCode());
  }

  @Test
  void initializeWantsToKnowWhoItIs() throws Exception {
    assertRefused(
        -32602,
        mcp.post(
            mcp.request(token),
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"clientInfo\":5}}"));
    assertEquals(0, mcp.sessions.count());
  }

  @Test
  void aSessionThatNobodyUsesForHalfADayEnds() throws Exception {
    Session idle = mcp.session(token);
    nanos.addAndGet(Duration.ofHours(11).toNanos());
    mcp.sessions.sweep();
    Session used = mcp.session(token);
    nanos.addAndGet(Duration.ofHours(2).toNanos());
    mcp.sessions.sweep();
    assertProblem(404, idle.post(PING));
    assertEquals(200, used.post(PING).statusCode());
  }

  @Test
  void anAgentWithTooManySessionsLosesTheOneThatWasIdleForLongest() throws Exception {
    Session first = mcp.session(token);
    InitializeRequest begin =
        InitializeRequest.builder(
                "2025-11-25",
                ClientCapabilities.builder().build(),
                Implementation.builder("raw", "1").build())
            .build();
    for (int i = 0; i < 512; i++) {
      nanos.incrementAndGet();
      mcp.sessions.begin(begin, "claude", Optional.empty());
    }
    assertEquals(512, mcp.sessions.count());
    assertProblem(404, first.post(PING));
  }
}
