package org.messgateway.gateway.reconcile;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.Payload;
import org.messgateway.gateway.answer.ThreadReferences;
import org.messgateway.gateway.exchange.format.MessageWriter;

/** The exchange's acknowledgement of a thread that was written without one. */
final class Acknowledgement {

  private Acknowledgement() {}

  static boolean isIn(MessThread thread) {
    return thread.messages().stream()
        .anyMatch(message -> !message.payloads(Payload.Ack.class).isEmpty());
  }

  /** Its message document; null for a thread that has one. */
  static byte @Nullable [] missing(MessThread thread, Instant now) {
    if (isIn(thread)) {
      return null;
    }
    String own = new ThreadReferences(thread).own();
    Map<String, Object> ack = new LinkedHashMap<>();
    ack.put("re", own.equals(thread.ref()) ? "last" : own);
    ack.put("ref", thread.ref());
    ack.put("received_at", now);
    return MessageWriter.message(DispatchHistory.BY, now, null, List.of(Map.of("ack", ack)));
  }
}
