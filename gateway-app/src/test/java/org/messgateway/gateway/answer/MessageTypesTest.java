package org.messgateway.gateway.answer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.messgateway.api.mess.Payload;
import org.messgateway.api.mess.ThreadFolder;
import org.messgateway.gateway.answer.AgentRequests.RequestResult;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.testkit.Conforms;

/**
 * The nine types of messages, said by agents and by executors, each in its own direction and in the
 * other. What {@code config} does, {@code MessRoutesTest} shows.
 */
class MessageTypesTest {

  @TempDir Path root;
  private AnswerScene scene;

  @BeforeEach
  void open() {
    scene = new AnswerScene(root);
    scene.thread();
  }

  @AfterEach
  void close() {
    scene.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "request | - request: {intent: water the plants}",
        "reply | - reply: {re: 2026-11-20-001, confirm: true}",
        "cancel | - cancel: {re: 2026-11-20-001}",
        "query | - query: {type: status}",
      })
  @Conforms({7, 8})
  void anAgentSaysWhatGoesToTheExchangeAndNoExecutorDoes(String type, String entry) {
    assertTrue(refused(entry).contains("\"" + type + "\" is not an executor's to say"));
    assertInstanceOf(RequestResult.Stored.class, said(entry));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "status | - status: {re: 2026-11-20-001, code: in_progress}",
        "response | - response: {re: 2026-11-20-001, content: [all watered]}",
        "suggestion | - suggestion: {re: 2026-11-20-001, type: defer, proposed: {until: monday}}",
      })
  @Conforms({7, 8})
  void anExecutorSaysWhatGoesToTheAgentAndNoAgentDoes(String type, String entry) {
    RequestResult.Rejected agents = assertInstanceOf(RequestResult.Rejected.class, said(entry));
    assertTrue(agents.sentence().contains("\"" + type + "\" is said by executors"));
    assertInstanceOf(AnswerResult.Accepted.class, scene.say("ana", entry));
    assertEquals(
        List.of(),
        scene.now().messages().getLast().payloads(Payload.UnknownPayload.class),
        "its type is known");
  }

  @Test
  @Conforms({7, 8})
  void theExchangeAloneAcknowledges() {
    String ack = "- ack: {re: last, ref: 2026-11-20-001}";
    assertTrue(refused(ack).contains("\"ack\" is not an executor's to say"));
    assertInstanceOf(RequestResult.Rejected.class, said(ack));
    assertInstanceOf(RequestResult.Stored.class, said("- request: {intent: water the plants}"));
    assertEquals(
        List.of("2026-11-20-002"),
        scene
            .exchange
            .loader()
            .load(new Ref("2026-11-20-002"))
            .complete()
            .orElseThrow()
            .thread()
            .messages()
            .getLast()
            .payloads(Payload.Ack.class)
            .stream()
            .map(Payload.Ack::ref)
            .toList());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "- MESS: [{status: {code: declined, executor: ben}}]",
        "- MESS: {status: {code: completed, executor: ben}}",
        "- MESS: [{request: {intent: open the front door}}]",
      })
  void aListWithinTheListWhoseEntriesNobodyCheckedIsRefused(String entry) {
    int before = scene.now().messages().size();
    assertTrue(refused(entry).contains("MESS stands once"));
    assertInstanceOf(RequestResult.Rejected.class, said(entry));
    assertEquals(before, scene.now().messages().size());
  }

  @ParameterizedTest
  @ValueSource(strings = {"query: {type: status}", "config: {executor: {id: ana}}"})
  @Conforms({7, 8})
  void whatOnlyTheExchangeCanAnswerIsReportedWhereItStandsInAThread(String entry) {
    scene.write(
        scene.head(ThreadFolder.RECEIVED),
        AnswerScene.envelope("pending")
            + AnswerScene.request("")
            + AnswerScene.message("claude-agent", "2026-11-20T09:00:00Z", "- " + entry));

    List<AppendedMessages.Remark> remarks = EntryCheck.of(scene.loaded().parsed());
    assertEquals(1, remarks.size());
    assertTrue(remarks.getFirst().sentence().contains("POST /mess"), remarks::toString);
  }

  @Test
  @Conforms(54)
  void receivedAcknowledgesWithItsFieldsAndChangesNothing() {
    scene.say("ana", "- status: {code: claimed}");

    assertInstanceOf(
        AnswerResult.Accepted.class,
        scene.say("ana", "- status: {code: received, queue_position: 3, exchange_id: shop}"));

    assertEquals("claimed", scene.status());
    assertEquals("ana", scene.holder());
    assertEquals(
        Map.of("queue_position", 3, "exchange_id", "shop"),
        scene.now().messages().getLast().payloads(Payload.Status.class).getFirst().fields());
  }

  private RequestResult said(String entry) {
    return scene.requests().say(AnswerScene.fromAgent("claude-agent", entry, entry));
  }

  private String refused(String entry) {
    return assertInstanceOf(AnswerResult.Refused.class, scene.say("ana", entry)).sentence();
  }
}
