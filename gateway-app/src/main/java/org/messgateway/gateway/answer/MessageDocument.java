package org.messgateway.gateway.answer;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.ThreadMessage;
import org.messgateway.gateway.exchange.format.Document;
import org.messgateway.gateway.exchange.format.MessageReader;
import org.messgateway.gateway.exchange.format.ThreadFormatException;

/** Reads a message document of the gateway, and finds it in a thread that others rewrote. */
final class MessageDocument {

  private static final Duration SECOND = Duration.ofSeconds(1);

  private MessageDocument() {}

  static ThreadMessage read(byte[] document) {
    try {
      return MessageReader.read(Document.whole("an answer", document), 0);
    } catch (ThreadFormatException e) {
      throw new IllegalStateException("a message of our own cannot be read: " + e.getMessage(), e);
    }
  }

  /**
   * Whether a thread has the message, whole. Programs that rewrite a thread change spelling, times
   * to whole seconds, pictures to attachments: sender, time and types of the entries tell. A server
   * has a message that claims and goes on as two, the claim and the rest.
   */
  static boolean in(MessThread thread, ThreadMessage said) {
    List<String> parts = new ArrayList<>();
    for (ThreadMessage there : thread.messages()) {
      if (same(there, said)) {
        if (types(there).equals(types(said))) {
          return true;
        }
        parts.addAll(types(there));
      }
    }
    return !parts.isEmpty() && parts.equals(types(said));
  }

  /** Whether a message there is this one, or a part of it; one that is not there is not. */
  static boolean same(@Nullable ThreadMessage there, ThreadMessage message) {
    @Nullable Instant received = there == null ? null : there.received();
    if (there == null || received == null || message.received() == null || message.from() == null) {
      return false;
    }
    boolean sameTime =
        received.equals(message.received()) || wholeSecond(received, message.received());
    return message.from().equals(there.from()) && sameTime && isPart(types(there), types(message));
  }

  private static boolean isPart(List<String> part, List<String> whole) {
    return part.equals(whole) || (!part.isEmpty() && Collections.indexOfSubList(whole, part) >= 0);
  }

  private static boolean wholeSecond(Instant there, Instant said) {
    boolean whole = there.equals(there.truncatedTo(ChronoUnit.SECONDS));
    return whole && Duration.between(there, said).abs().compareTo(SECOND) < 0;
  }

  private static List<String> types(ThreadMessage message) {
    return message.payloads().stream().map(payload -> payload.getClass().getSimpleName()).toList();
  }

  /** A time that no message of that sender in this thread has. */
  static Instant free(MessThread thread, String from, Instant now) {
    Instant at = Instant.ofEpochMilli(now.toEpochMilli());
    while (taken(thread, from, at)) {
      at = at.plusMillis(1);
    }
    return at;
  }

  private static boolean taken(MessThread thread, String from, Instant at) {
    return thread.messages().stream()
        .anyMatch(message -> from.equals(message.from()) && at.equals(message.received()));
  }
}
