package org.messgateway.gateway.reconcile;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.Payload;
import org.messgateway.api.mess.ThreadMessage;
import org.messgateway.gateway.answer.ThreadReferences;
import org.messgateway.gateway.exchange.format.MessageWriter;

/** The exchange's acknowledgement of a thread that was written without one. */
final class Acknowledgement {

  private Acknowledgement() {}

  static boolean isIn(MessThread thread) {
    for (ThreadMessage message : thread.messages()) {
      for (Payload payload : message.payloads()) {
        if (payload instanceof Payload.Ack) {
          return true;
        }
      }
    }
    return false;
  }

  /** Its message document; null for a thread that has one. */
  static byte @Nullable [] missing(MessThread thread, Instant now) {
    if (isIn(thread)) {
      return null;
    }
    String own = new ThreadReferences(thread).own();
    String re = own.equals(thread.ref()) ? "last" : own;
    return MessageWriter.acknowledgement(re, thread.ref(), now);
  }
}
