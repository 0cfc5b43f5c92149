package org.messgateway.gateway.reconcile;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.Payload;
import org.messgateway.api.mess.ThreadMessage;
import org.messgateway.gateway.answer.ThreadReferences;
import org.messgateway.gateway.exchange.format.MessageWriter;

/**
 * The exchange's acknowledgement of a thread that was written without one, and the reason why it
 * reaches nobody. Each sentence stands in a thread once.
 */
final class Acknowledgement {

  private static final String RECEIVED = "received";

  private Acknowledgement() {}

  static boolean isIn(MessThread thread) {
    return holds(thread, payload -> payload instanceof Payload.Ack);
  }

  private static boolean holds(MessThread thread, Predicate<Payload> wanted) {
    for (ThreadMessage message : thread.messages()) {
      for (Payload payload : message.payloads()) {
        if (wanted.test(payload)) {
          return true;
        }
      }
    }
    return false;
  }

  /** Its message document; null for a thread that has one. */
  static byte @Nullable [] missing(MessThread thread, Instant now) {
    return isIn(thread) ? null : MessageWriter.acknowledgement(re(thread), thread.ref(), now);
  }

  /**
   * The message document that says why a thread reaches nobody, and acknowledges it.
   *
   * @param acknowledge whether a missing acknowledgement is part of it
   * @return null for a thread that has both
   */
  static byte @Nullable [] missing(
      MessThread thread, String problem, boolean acknowledge, Instant now) {
    List<Map<String, ?>> entries = new ArrayList<>();
    if (acknowledge && !isIn(thread)) {
      entries.add(Map.of("ack", ack(thread, now)));
    }
    if (!holds(thread, payload -> payload instanceof Payload.Status it && says(it, problem))) {
      entries.add(Map.of("status", received(thread, problem)));
    }
    return entries.isEmpty() ? null : MessageWriter.message(DispatchHistory.BY, now, null, entries);
  }

  private static boolean says(Payload.Status status, String problem) {
    return status.code().equals(RECEIVED) && problem.equals(status.message());
  }

  private static Map<String, Object> ack(MessThread thread, Instant now) {
    Map<String, Object> ack = new LinkedHashMap<>();
    ack.put("re", re(thread));
    ack.put("ref", thread.ref());
    ack.put("received_at", now);
    return ack;
  }

  /** {@code received} is the exchange's own code and moves nothing (protocol §4.2). */
  private static Map<String, Object> received(MessThread thread, String problem) {
    String clientId = thread.envelope().clientId();
    Map<String, Object> status = new LinkedHashMap<>();
    status.put("re", clientId == null ? thread.ref() : clientId);
    status.put("code", RECEIVED);
    status.put("message", problem);
    return status;
  }

  private static String re(MessThread thread) {
    String own = new ThreadReferences(thread).own();
    return own.equals(thread.ref()) ? "last" : own;
  }
}
