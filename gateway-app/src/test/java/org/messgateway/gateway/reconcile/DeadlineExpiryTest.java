package org.messgateway.gateway.reconcile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.messgateway.api.mess.Payload;
import org.messgateway.api.mess.ThreadFolder;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.answer.AnswerResult;
import org.messgateway.gateway.answer.AnswerScene;
import org.messgateway.gateway.exchange.ExchangeWriteException;
import org.messgateway.gateway.exchange.Ref;

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

  @Test
  void whatSomebodyHasNeverExpires() throws ExchangeWriteException {
    scene.say("ana", "- status: {code: waiting, waiting_for: {type: access}}");

    expire();

    assertEquals("waiting", scene.status());
    assertFalse(DeadlineExpiry.mayExpire(scene.now().envelope()));
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
        new AnswerResult.ThreadEnded(ThreadStatus.EXPIRED, true),
        scene.say("ana", "- response: {content: [here it is]}"));
  }
}
