package org.messgateway.gateway.answer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.messgateway.api.mess.Envelope;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.ThreadMessage;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.exchange.format.MessageWriter;

class MessageDocumentTest {

  private static final Instant AT = Instant.parse("2026-11-21T10:00:00.123Z");
  private static final Map<String, Object> CLAIM = Map.of("status", Map.of("code", "claimed"));
  private static final Map<String, Object> DONE = Map.of("status", Map.of("code", "completed"));
  private static final Map<String, Object> MILK = Map.of("response", Map.of("text", "milk"));

  private static ThreadMessage said(Instant at, Map<?, ?>... mess) {
    List<Map<String, ?>> entries = new ArrayList<>();
    for (Map<?, ?> each : mess) {
      entries.add(Map.of("" + each.keySet().iterator().next(), each.values().iterator().next()));
    }
    return MessageDocument.read(MessageWriter.message("ana", at, "http", entries));
  }

  private static MessThread thread(ThreadMessage... messages) {
    return new MessThread(
        "2026-11-21-001",
        Envelope.of("2026-11-21-001", "agent", ThreadStatus.PENDING),
        List.of(messages));
  }

  @Test
  void aMessageThatAServerHasAsTwoIsThereWhenBothAre() {
    ThreadMessage whole = said(AT, CLAIM, DONE, MILK);
    ThreadMessage claim = said(AT, CLAIM);
    ThreadMessage rest = said(AT, DONE, MILK);
    assertTrue(MessageDocument.in(thread(whole), whole));
    assertTrue(MessageDocument.in(thread(claim, rest), whole));
    assertFalse(MessageDocument.in(thread(claim), whole), "the rest is still to be said");
    assertFalse(MessageDocument.in(thread(rest), whole));
    assertTrue(MessageDocument.same(claim, whole));
    assertTrue(MessageDocument.same(rest, whole));
  }

  @Test
  void anotherMessageIsNoPartOfIt() {
    ThreadMessage whole = said(AT, CLAIM, MILK);
    assertFalse(MessageDocument.same(said(AT.plusMillis(1), CLAIM), whole));
    assertFalse(MessageDocument.same(said(AT, MILK, CLAIM), whole));
    assertFalse(MessageDocument.same(said(AT), whole), "nothing is no part");
    assertEquals(
        List.of(true, false),
        List.of(
            MessageDocument.in(thread(said(AT, MILK)), said(AT, MILK)),
            MessageDocument.in(thread(said(AT, CLAIM)), said(AT, MILK))));
  }
}
