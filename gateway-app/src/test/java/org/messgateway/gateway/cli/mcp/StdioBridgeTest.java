package org.messgateway.gateway.cli.mcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StdioBridgeTest {

  private static final Duration LIMIT = Duration.ofSeconds(20);

  private FakeMcp gateway;
  private BridgedClient client;

  @BeforeEach
  void aClientAndAGateway() throws IOException {
    gateway = FakeMcp.start();
    client = new BridgedClient(gateway);
  }

  @AfterEach
  void allEnds() throws IOException, InterruptedException {
    client.close();
    gateway.close();
  }

  @Test
  void whatTheGatewayAnswersComesOnOneLineAndTheVersionIsTheAgreedOne() throws IOException {
    client.open();
    client.call(1, "tools/list");
    assertEquals("tools/list", client.answerTo(1).at("/result/of").asText());
    assertEquals("2025-06-18", gateway.got("tools/list").getFirst().version());
  }

  @Test
  void whatIsNoMessageIsAnsweredAndTheNextIsTaken() throws IOException {
    client.open();
    client.say("this is not JSON");
    assertEquals(-32700, client.error().at("/error/code").asInt());
    client.say("[{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"ping\"}]");
    client.await(each -> each.at("/error/code").asInt() == -32600);
    client.say("");
    client.say("{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"ping\"}");
    client.call(1, "tools/list");
    client.answerTo(1);
  }

  @Test
  void halfACharacterEndsNothing() throws IOException {
    client.open();
    client.say("{\"jsonrpc\":\"2.0\",\"id\":\"\\ud83d\",\"method\":\"ping\"}");
    assertEquals(-32600, client.error().at("/error/code").asInt());
    client.say(
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":"
            + "{\"requestId\":\"\\ud83d\"}}");
    client.say(
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"resources/subscribe\",\"params\":"
            + "{\"uri\":\"\\ud83d\"}}");
    client.answerTo(1);
  }

  @Test
  void aRefusalIsNotCutWithinACharacter() {
    String text = Refusal.text(400, "{\"detail\":\"" + "z".repeat(999) + "😀😀\"}");
    assertEquals("z".repeat(999) + "😀 …", text);
  }

  @Test
  void aLineThatIsTooLongIsRefusedAndNotKept() throws IOException {
    client.open();
    client.say("{\"jsonrpc\":\"2.0\",\"id\":7,\"x\":\"" + "a".repeat(41 << 20) + "\"}");
    assertTrue(client.error().at("/error/message").asText().contains("40 MiB"));
    client.call(1, "tools/list");
    client.answerTo(1);
  }

  @Test
  void aMessageOf15MegabytesGoesThrough() throws IOException {
    client.open();
    int size = 15 << 20;
    client.say(
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"data\":\""
            + "a".repeat(size)
            + "\"}}");
    assertEquals(size, client.answerTo(1).at("/result/size").asInt());
  }

  @Test
  void beforeTheSessionIsOpenARequestIsRefusedAndAPingAnswered() throws IOException {
    client.call(1, "tools/list");
    assertTrue(client.answerTo(1).at("/error/message").asText().contains("initialize"));
    client.call(2, "ping");
    assertTrue(client.answerTo(2).has("result"));
    client.call(3, "server/discover");
    assertEquals(-32601, client.answerTo(3).at("/error/code").asInt());
    assertEquals(List.of(), gateway.got());
  }

  @Test
  void notificationsComeBeforeTheRequestsThatFollowThem() throws IOException {
    client.open();
    for (int i = 1; i <= 20; i++) {
      client.say("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/roots/list_changed\"}");
      client.call(i, "tools/list");
    }
    client.answerTo(20);
    List<String> methods = gateway.got().stream().map(FakeMcp.Got::method).toList();
    assertEquals(List.of("initialize", "notifications/initialized"), methods.subList(0, 2));
    int changed = 0;
    int listed = 0;
    for (String method : methods) {
      changed += method.endsWith("list_changed") ? 1 : 0;
      listed += method.equals("tools/list") ? 1 : 0;
      assertTrue(listed <= changed, methods::toString);
    }
  }

  @Test
  void thirtyCallsAreUnderWayAtATimeAndOthersAreAnsweredMeanwhile() throws IOException {
    client.open();
    for (int i = 1; i <= 30; i++) {
      client.call(i, "hold");
    }
    Waiting.within(LIMIT, () -> gateway.held + " of 30", () -> gateway.held.get() == 30);
    client.call(31, "tools/list");
    client.answerTo(31);
    gateway.letGo();
    IntStream.rangeClosed(1, 30).forEach(client::answerTo);
  }

  @Test
  void moreCallsThanAreCarriedAreRefused() throws IOException {
    client.open();
    for (int i = 1; i <= 80; i++) {
      client.call(i, "hold");
    }
    assertTrue(
        client.await(each -> each.has("error")).at("/error/message").asText().contains("Too many"));
    gateway.letGo();
    IntStream.rangeClosed(1, 80).forEach(client::answerTo);
  }

  @Test
  void aCancelledCallIsPassedOnAndNotAnswered() throws IOException {
    client.open();
    client.call(1, "hold");
    Waiting.within(LIMIT, () -> "it is held", () -> gateway.held.get() == 1);
    client.say(
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}");
    client.call(2, "tools/list");
    client.answerTo(2);
    assertEquals(
        1,
        gateway
            .got("notifications/cancelled")
            .getFirst()
            .message()
            .at("/params/requestId")
            .asInt());
    gateway.letGo();
    client.call(3, "tools/list");
    client.answerTo(3);
    assertTrue(client.messages().stream().noneMatch(each -> each.path("id").asInt(-1) == 1));
  }

  @Test
  void atTheEndOfTheInputCallsAreCancelledTheSessionEndsAndTheProcessToo() throws Exception {
    client.open();
    client.call(1, "hold");
    Waiting.within(LIMIT, () -> "it is held", () -> gateway.held.get() == 1);
    Duration took = client.end();
    assertTrue(took.compareTo(Duration.ofMillis(1500)) < 0, took::toString);
    assertEquals(1, gateway.got("notifications/cancelled").size());
    assertEquals(List.of(gateway.got("hold").getFirst().session()), gateway.deleted());
  }

  @Test
  void whatIsNearlyDoneIsStillAnsweredAtTheEndOfTheInput() throws Exception {
    client.open();
    client.call(1, "tools/list");
    client.end();
    assertEquals("tools/list", client.answerTo(1).at("/result/of").asText());
  }

  @Test
  void whatTheGatewaySendsOfItselfArrives() throws IOException {
    client.open();
    Waiting.within(LIMIT, () -> "it listens", gateway::isListenedTo);
    gateway.send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}");
    client.await(each -> each.path("method").asText().endsWith("tools/list_changed"));
  }

  @Test
  void aQuestionToTheClientAndItsAnswerArrive() throws IOException {
    client.open();
    client.call(4, "ask");
    client.await(each -> each.path("id").asText().equals("q-4"));
    client.say("{\"jsonrpc\":\"2.0\",\"id\":\"q-4\",\"result\":{\"action\":\"accept\"}}");
    Waiting.within(
        LIMIT,
        () -> "the answer arrived",
        () -> gateway.got("").stream().anyMatch(each -> each.message().has("result")));
    gateway.letGo();
    client.answerTo(4);
  }

  @Test
  void anAnswerToAQuestionThatTheGatewayWithdrewIsNotPassedOn() throws IOException {
    client.open();
    Waiting.within(LIMIT, () -> "it listens", gateway::isListenedTo);
    client.call(4, "ask");
    client.await(each -> each.path("id").asText().equals("q-4"));
    gateway.send(
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":"
            + "{\"requestId\":\"q-4\"}}");
    client.await(each -> each.at("/params/requestId").asText().equals("q-4"));
    client.say("{\"jsonrpc\":\"2.0\",\"id\":\"q-4\",\"result\":{\"action\":\"accept\"}}");
    client.call(5, "tools/list");
    client.answerTo(5);
    assertEquals(List.of(), gateway.got(""));
    gateway.letGo();
    client.answerTo(4);
  }

  @Test
  void anExchangeThatIsNotThereIsToldAtOnce() throws IOException {
    try (BridgedClient mistyped = new BridgedClient(gateway, Optional.of("nowhere"))) {
      mistyped.open();
      assertEquals(
          "There is no exchange \"nowhere\" here.",
          mistyped.answerTo(0).at("/error/message").asText());
    }
  }

  @Test
  void aRefusalIsAnErrorWithTheGatewaysSentence() throws IOException {
    client.open();
    client.call(1, "refuse");
    assertEquals("Not today.", client.answerTo(1).at("/error/message").asText());
  }

  @Test
  void whenTheGatewayEndsACallIsSentToTheNextWithTheSameKey() throws Exception {
    client.open();
    client.say(
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"resources/subscribe\",\"params\":{\"uri\":"
            + "\"mess://pending\"}}");
    client.answerTo(1);
    client.say(
        "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"logging/setLevel\",\"params\":{\"level\":"
            + "\"debug\"}}");
    client.answerTo(2);
    client.call(3, "ask");
    client.await(each -> each.path("id").asText().equals("q-3"));
    try (FakeMcp next = FakeMcp.start()) {
      next.letGo();
      client.nextIs(next);
      gateway.close();
      assertEquals("ask", client.answerTo(3).at("/result/of").asText());
      assertEquals(gateway.got("ask").getFirst().key(), next.got("ask").getFirst().key());
      assertNotEquals(gateway.got("logging/setLevel").getFirst().key(), keyOf(next));
      assertEquals(
          List.of(
              "initialize",
              "notifications/initialized",
              "logging/setLevel",
              "resources/subscribe",
              "ask"),
          next.got().stream().map(FakeMcp.Got::method).toList());
      client.await(each -> each.at("/params/uri").asText().equals("mess://pending"));
      // Nobody waits for the answer to the first question any more.
      client.await(each -> each.at("/params/requestId").asText().equals("q-3"));
      assertEquals(1, answers(0), "initialize is answered once");
      client.end();
    }
  }

  private static String keyOf(FakeMcp next) {
    return next.got("ask").getFirst().key();
  }

  private long answers(int id) {
    return client.messages().stream()
        .filter(each -> each.path("id").asInt(-1) == id && each.has("result"))
        .count();
  }

  @Test
  void aSessionThatTheGatewayForgotIsOpenedAnew() throws IOException {
    client.open();
    Waiting.within(LIMIT, () -> "it listens", gateway::isListenedTo);
    gateway.forget();
    client.call(1, "tools/list");
    client.answerTo(1);
    assertEquals(2, gateway.got("initialize").size());
    assertEquals(
        1, Stream.of(client.messages().toArray(JsonNode[]::new)).filter(this::opened).count());
  }

  private boolean opened(JsonNode message) {
    return message.at("/result/name").asText().equals("fake");
  }

  @Test
  void whatTheGatewayPutsOffBecauseItEndsIsAskedAgainAndNotTold() throws IOException {
    client.open();
    client.call(1, "later");
    assertEquals("later", client.answerTo(1).at("/result/of").asText());
    assertEquals(2, gateway.got("later").size());
    assertEquals(1, gateway.got("later").stream().map(FakeMcp.Got::key).distinct().count());
  }

  @Test
  void eachCallHasAKeyOfItsOwn() throws IOException {
    client.open();
    client.call(1, "tools/list");
    client.answerTo(1);
    client.call(1, "tools/list");
    Waiting.within(LIMIT, () -> "both came", () -> gateway.got("tools/list").size() == 2);
    assertEquals(2, gateway.got("tools/list").stream().map(FakeMcp.Got::key).distinct().count());
  }
}
