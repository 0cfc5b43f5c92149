package org.messgateway.gateway.reconcile;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.messgateway.api.mess.Payload;
import org.messgateway.api.mess.ThreadFolder;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.answer.AnswerResult;
import org.messgateway.gateway.answer.AnswerScene;
import org.messgateway.gateway.exchange.ExchangeWriteException;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.testkit.Conforms;

/** What the exchange says when it is too late. */
final class DeadlineExpiryTest {

  private static final Instant DEADLINE = Instant.parse("2026-11-20T08:30:00Z");

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

  private void expire() throws ExchangeWriteException {
    new DeadlineExpiry(scene.exchange.writer(), scene.clock)
        .expire(new Ref(AnswerScene.REF), DEADLINE);
  }

  @Test
  @Conforms({50, 66, 105, 143})
  void whatNobodyTookEndsAndSaysSoOnce() throws ExchangeWriteException {
    expire();
    expire();

    assertEquals("expired", scene.status());
    assertEquals(List.of("claude-agent", "exchange"), scene.speakers());
    assertEquals(List.of("created claude-agent", "expired exchange"), scene.history());
    assertEquals(ThreadFolder.CANCELED, scene.loaded().location().stateFolder().folder());
    Payload.Status status =
        scene.now().messages().getLast().payloads(Payload.Status.class).getFirst();
    assertEquals("2026-11-20T08:30:00.000Z", status.fields().get("expired_at"));
    assertEquals("received", status.fields().get("stage"));
  }

  /** The protocol lets waiting and held expire, whoever has the task. */
  @Conforms({50, 105})
  @ParameterizedTest
  @ValueSource(strings = {"waiting", "held"})
  void whatIsBlockedOrPutAsideExpiresThoughSomebodyHasIt(String code)
      throws ExchangeWriteException {
    scene.say("ana", "- status: {code: %s, waiting_for: {type: access}}".formatted(code));

    expire();
    expire();

    assertEquals("expired", scene.status());
    assertEquals(
        List.of("created claude-agent", "claimed ana", code + " ana", "expired exchange"),
        scene.history());
    Payload.Status status =
        scene.now().messages().getLast().payloads(Payload.Status.class).getFirst();
    assertEquals("2026-11-20T08:30:00.000Z", status.fields().get("expired_at"));
    assertEquals(code, status.fields().get("stage"));
  }

  @Conforms(105)
  @ParameterizedTest
  @ValueSource(strings = {"claimed", "in_progress", "needs_input"})
  void whatSomebodyIsAtWorkOnNeverExpires(String code) throws ExchangeWriteException {
    scene.say("ana", "- status: {code: %s}".formatted(code));

    expire();

    assertEquals(code, scene.status());
  }

  @Test
  void whatIsBlockedAndNobodyHasExpires() throws ExchangeWriteException {
    scene.thread("held", "");

    expire();

    assertEquals("expired", scene.status());
  }

  @Test
  void anAnswerThatComesTooLateIsKept() throws ExchangeWriteException {
    expire();

    assertEquals(
        new AnswerResult.ThreadEnded(ThreadStatus.EXPIRED, null, true),
        scene.say("ana", "- response: {content: [here it is]}"));
  }
}
