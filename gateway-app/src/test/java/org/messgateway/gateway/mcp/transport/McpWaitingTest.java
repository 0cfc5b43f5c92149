package org.messgateway.gateway.mcp.transport;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.gateway.links.TokenFile;
import org.messgateway.gateway.mcp.transport.McpFixture.Session;

/** Calls that wait: many, cancelled ones, and those whose client or server goes away. */
class McpWaitingTest {

  private static final long PATIENCE = McpFixture.PATIENCE.toSeconds();

  @TempDir private Path folder;

  private final TestTools tools = new TestTools();
  private McpFixture mcp;
  private String token;

  @BeforeEach
  void start() throws Exception {
    mcp = new McpFixture(folder, tools.offer());
    token = mcp.agent("claude");
  }

  @AfterEach
  void stop() {
    tools.go.countDown();
    mcp.close();
  }

  private void awaitWaiting(int calls) throws InterruptedException {
    assertTrue(tools.waiting.tryAcquire(calls, PATIENCE, TimeUnit.SECONDS), "the calls wait");
  }

  private void awaitInterrupted(int calls) throws InterruptedException {
    assertTrue(
        tools.interrupted.tryAcquire(calls, PATIENCE, TimeUnit.SECONDS), "they are interrupted");
  }

  @Test
  void thirtyCallsOfOneSessionWaitAtOnceAndAllAreAnswered() throws Exception {
    Session session = mcp.session(token);
    List<HttpResponse<InputStream>> open = new ArrayList<>();
    for (int i = 1; i <= 30; i++) {
      open.add(session.open(McpFixture.call(i, "wait", "{}")));
    }
    awaitWaiting(30);
    assertEquals(
        "meanwhile",
        session
            .ask(McpFixture.call(99, "echo", "{\"text\":\"meanwhile\"}"))
            .at("/result/content/0/text")
            .asText());
    tools.go.countDown();
    for (int i = 1; i <= 30; i++) {
      try (BufferedReader stream = McpFixture.reader(open.get(i - 1))) {
        assertEquals(
            "notifications/progress", mcp.next(stream).path("method").asText(), "told how far");
        JsonNode answer = mcp.next(stream);
        assertEquals(i, answer.path("id").asInt());
        assertEquals("went on", answer.at("/result/content/0/text").asText());
      }
    }
  }

  @Test
  void progressCarriesTheTokenOfItsCall() throws Exception {
    Session session = mcp.session(token);
    try (BufferedReader stream =
        McpFixture.reader(session.open(McpFixture.call(5, "wait", "{}")))) {
      JsonNode told = mcp.next(stream).path("params");
      assertEquals("p5", told.path("progressToken").asText());
      assertEquals(1, told.path("progress").asInt());
      assertEquals("waiting", told.path("message").asText());
    }
  }

  @Test
  void aCancelledCallIsInterruptedAndGetsNoResult() throws Exception {
    Session session = mcp.session(token);
    try (BufferedReader stream =
        McpFixture.reader(session.open(McpFixture.call(5, "wait", "{}")))) {
      awaitWaiting(1);
      mcp.next(stream);
      session.cancel(5);
      awaitInterrupted(1);
      assertThrows(IOException.class, () -> mcp.next(stream), "the stream ends without a result");
    }
    Session other = mcp.session(token);
    other.cancel(5);
    assertEquals(
        200, session.post("{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"ping\"}").statusCode());
  }

  @Test
  void nobodyCancelsTheCallOfAnotherSession() throws Exception {
    Session session = mcp.session(token);
    try (BufferedReader stream =
        McpFixture.reader(session.open(McpFixture.call(5, "wait", "{}")))) {
      awaitWaiting(1);
      mcp.session(mcp.agent("cursor")).cancel(5);
      tools.go.countDown();
      mcp.next(stream);
      assertEquals("went on", mcp.next(stream).at("/result/content/0/text").asText());
    }
    assertEquals(0, tools.interrupted.availablePermits());
  }

  @Test
  void anIdThatIsUnderWayIsNotTakenAgain() throws Exception {
    Session session = mcp.session(token);
    HttpResponse<InputStream> first = session.open(McpFixture.call(5, "wait", "{}"));
    awaitWaiting(1);
    HttpResponse<String> second = session.post(McpFixture.call(5, "echo", "{\"text\":\"a\"}"));
    assertEquals(400, second.statusCode());
    assertEquals(-32600, mcp.read(second.body()).at("/error/code").asInt());
    tools.go.countDown();
    try (BufferedReader stream = McpFixture.reader(first)) {
      mcp.next(stream);
      assertEquals("went on", mcp.next(stream).at("/result/content/0/text").asText());
    }
  }

  @Test
  void aSessionHasSixtyFourCallsUnderWayAtMost() throws Exception {
    Session session = mcp.session(token);
    for (int i = 1; i <= 64; i++) {
      session.open(McpFixture.call(i, "wait", "{}"));
    }
    assertEquals(400, session.post(McpFixture.call(65, "wait", "{}")).statusCode());
  }

  @Test
  void aClientThatVanishesInterruptsItsCall() throws Exception {
    Session session = mcp.session(token);
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), mcp.server.port())) {
      String body = McpFixture.call(5, "wait", "{}");
      String head =
          """
          POST /mcp HTTP/1.1\r
          Host: localhost\r
          Authorization: Bearer %s\r
          Mcp-Session-Id: %s\r
          Content-Type: application/json\r
          Accept: application/json, text/event-stream\r
          Content-Length: %d\r
          \r
          """
              .formatted(token, session.id, body.length());
      socket.getOutputStream().write((head + body).getBytes(UTF_8));
      awaitWaiting(1);
    }
    awaitInterrupted(1);
  }

  @Test
  void aTokenThatIsRevokedMeanwhileEndsTheCallWithAnError() throws Exception {
    Session session = mcp.session(token);
    try (BufferedReader stream =
        McpFixture.reader(session.open(McpFixture.call(5, "wait", "{}")))) {
      awaitWaiting(1);
      mcp.next(stream);
      TokenFile file = new TokenFile(folder);
      file.revoke(file.read().getFirst().id());
      JsonNode told = mcp.next(stream);
      assertEquals(5, told.path("id").asInt());
      assertTrue(told.at("/error/message").asText().contains("revoked"), told.toString());
      awaitInterrupted(1);
    }
    assertEquals(401, session.post(McpFixture.call(6, "wait", "{}")).statusCode());
  }

  @Test
  void aDeletedSessionEndsItsCallsAndItsStream() throws Exception {
    Session session = mcp.session(token);
    try (BufferedReader notifications = McpFixture.reader(session.listen());
        BufferedReader stream = McpFixture.reader(session.open(McpFixture.call(5, "wait", "{}")))) {
      awaitWaiting(1);
      mcp.next(stream);
      mcp.send(session.request().DELETE().build());
      assertTrue(mcp.next(stream).has("error"));
      awaitInterrupted(1);
      assertThrows(IOException.class, () -> mcp.next(notifications));
    }
  }

  /** So that it begins another, and its call is not refused for good. */
  @Test
  void aCallThatComesWhileItsSessionEndsIsToldThatThereIsNoSuchSession() throws Exception {
    Session session = mcp.session(token);
    mcp.sessions.of(session.id, "claude").close();
    assertEquals(404, session.post(McpFixture.call(5, "wait", "{}")).statusCode());
  }

  @Test
  void aStopEndsAllThatWaitsWithAnAnswerEach() throws Exception {
    Session session = mcp.session(token);
    List<BufferedReader> streams = new ArrayList<>();
    for (int i = 1; i <= 20; i++) {
      streams.add(McpFixture.reader(session.open(McpFixture.call(i, "wait", "{}"))));
    }
    BufferedReader notifications = McpFixture.reader(session.listen());
    awaitWaiting(20);
    long begun = System.nanoTime();
    mcp.stop();
    Duration took = Duration.ofNanos(System.nanoTime() - begun);
    assertTrue(took.compareTo(Duration.ofSeconds(6)) < 0, "a stop takes seconds: " + took);
    for (BufferedReader stream : streams) {
      mcp.next(stream);
      assertEquals(-32000, mcp.next(stream).at("/error/code").asInt());
      assertThrows(IOException.class, () -> mcp.next(stream));
    }
    assertThrows(IOException.class, () -> mcp.next(notifications));
    awaitInterrupted(20);
  }

  @Test
  void aChangeIsToldToTheSessionThatWatchesAndToNoOther() throws Exception {
    Session watching = mcp.session(token);
    Session other = mcp.session(token);
    try (BufferedReader heard = McpFixture.reader(watching.listen());
        BufferedReader unheard = McpFixture.reader(other.listen())) {
      assertTrue(
          watching.ask(1, "resources/subscribe", "{\"uri\":\"mess://pending\"}").has("result"));
      assertEquals(
          -32002,
          mcp.read(
                  watching
                      .post(
                          "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"resources/subscribe\","
                              + "\"params\":{\"uri\":\"mess://gone\"}}")
                      .body())
              .at("/error/code")
              .asInt());
      Objects.requireNonNull(tools.watched.get("mess://pending")).run();
      JsonNode told = mcp.next(heard);
      assertEquals("notifications/resources/updated", told.path("method").asText());
      assertEquals("mess://pending", told.at("/params/uri").asText());
      mcp.send(other.request().DELETE().build());
      assertThrows(IOException.class, () -> mcp.next(unheard), "nothing was told here");
      watching.ask(3, "resources/unsubscribe", "{\"uri\":\"mess://pending\"}");
      assertTrue(tools.watched.isEmpty());
    }
  }

  @Test
  void whatASessionWatchesEndsWithIt() throws Exception {
    Session session = mcp.session(token);
    session.ask(1, "resources/subscribe", "{\"uri\":\"mess://pending\"}");
    assertEquals(1, tools.watched.size());
    mcp.send(session.request().DELETE().build());
    assertTrue(tools.watched.isEmpty());
  }

  @Test
  void aSecondStreamOfASessionReplacesTheFirst() throws Exception {
    Session session = mcp.session(token);
    session.ask(1, "resources/subscribe", "{\"uri\":\"mess://pending\"}");
    try (BufferedReader first = McpFixture.reader(session.listen());
        BufferedReader second = McpFixture.reader(session.listen())) {
      assertThrows(IOException.class, () -> mcp.next(first));
      Objects.requireNonNull(tools.watched.get("mess://pending")).run();
      assertEquals("mess://pending", mcp.next(second).at("/params/uri").asText());
    }
  }

  @Test
  void aFormIsShownByTheClientAndItsReplyReachesTheTool() throws Exception {
    Session session = mcp.session(token, "", "{\"elicitation\":{}}");
    try (BufferedReader stream =
        McpFixture.reader(session.open(McpFixture.call(5, "form", "{}")))) {
      JsonNode asked = mcp.next(stream);
      assertEquals("elicitation/create", asked.path("method").asText());
      assertEquals("Who are you?", asked.at("/params/message").asText());
      String reply =
          "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"action\":\"accept\",\"content\":{\"name\":\"Ana\"}}}"
              .formatted(asked.path("id"));
      Session stranger = mcp.session(mcp.agent("cursor"), "", "{\"elicitation\":{}}");
      assertEquals(400, stranger.post(reply).statusCode(), "nobody else replies");
      assertEquals(202, session.post(reply).statusCode());
      assertEquals("hello Ana", mcp.next(stream).at("/result/content/0/text").asText());
    }
  }

  @Test
  void aFormThatIsNotWantedAnyMoreIsWithdrawn() throws Exception {
    Session session = mcp.session(token, "", "{\"elicitation\":{}}");
    try (BufferedReader stream =
        McpFixture.reader(session.open(McpFixture.call(5, "form", "{}")))) {
      JsonNode asked = mcp.next(stream);
      tools.wanted = false;
      JsonNode told = mcp.next(stream);
      assertEquals("notifications/cancelled", told.path("method").asText());
      assertEquals(asked.path("id"), told.at("/params/requestId"));
      assertEquals("dismissed", mcp.next(stream).at("/result/content/0/text").asText());
    }
  }

  @Test
  void aClientWithoutFormsIsAskedByNone() throws Exception {
    assertEquals(
        "no forms",
        mcp.session(token)
            .ask(McpFixture.call(5, "form", "{}"))
            .at("/result/content/0/text")
            .asText());
  }

  @Test
  void aFormThatIsRefusedOrFailsIsNoFailureOfTheTool() throws Exception {
    Session session = mcp.session(token, "", "{\"elicitation\":{}}");
    List<String> replies =
        List.of(
            "\"result\":{\"action\":\"decline\"}",
            "\"result\":{\"action\":\"cancel\"}",
            "\"error\":{\"code\":-32603,\"message\":\"no\"}");
    List<String> heard = List.of("refused", "dismissed", "dismissed");
    for (int i = 0; i < replies.size(); i++) {
      try (BufferedReader stream =
          McpFixture.reader(session.open(McpFixture.call(i, "form", "{}")))) {
        session.post(
            "{\"jsonrpc\":\"2.0\",\"id\":%s,%s}"
                .formatted(mcp.next(stream).path("id"), replies.get(i)));
        assertEquals(heard.get(i), mcp.next(stream).at("/result/content/0/text").asText());
      }
    }
  }
}
