package org.messgateway.gateway.answer;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.ThreadMessage;
import org.messgateway.gateway.exchange.format.Document;
import org.messgateway.gateway.exchange.format.ThreadFormatException;
import org.messgateway.gateway.exchange.format.ThreadReader;

/** Reads a message document of the gateway, and finds it in a thread that others rewrote. */
final class MessageDocument {

  private static final Duration SECOND = Duration.ofSeconds(1);

  private MessageDocument() {}

  static ThreadMessage read(byte[] document) {
    try {
      return ThreadReader.message(Document.whole("an answer", document), 0);
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
    return message.from().equals(there.from())
        && sameTime(received, message.received())
        && isPart(types(there), types(message));
  }

  private static boolean isPart(List<String> part, List<String> whole) {
    return part.equals(whole) || (!part.isEmpty() && Collections.indexOfSubList(whole, part) >= 0);
  }

  private static boolean sameTime(Instant there, Instant said) {
    boolean whole = there.equals(there.truncatedTo(ChronoUnit.SECONDS));
    return there.equals(said)
        || (whole && Duration.between(there, said).abs().compareTo(SECOND) < 0);
  }

  private static List<String> types(ThreadMessage message) {
    return message.payloads().stream().map(payload -> payload.getClass().getSimpleName()).toList();
  }

  /**
   * A time by which a message of that sender is told from all others in these threads: also from
   * those whose time somebody cut to a whole second, so up to a second later than now.
   */
  static Instant free(Collection<MessThread> threads, String from, Instant now) {
    Instant at = Instant.ofEpochMilli(now.toEpochMilli());
    for (Instant taken = taken(threads, from, at);
        taken != null;
        taken = taken(threads, from, at)) {
      at = (taken.equals(at) ? at : taken.plus(SECOND)).plusMillis(1);
    }
    return at;
  }

  /** The time of a message that one at that time would be taken for; null for none. */
  private static @Nullable Instant taken(Collection<MessThread> threads, String from, Instant at) {
    for (MessThread thread : threads) {
      for (ThreadMessage message : thread.messages()) {
        Instant received = message.received();
        if (received != null && from.equals(message.from()) && sameTime(received, at)) {
          return received;
        }
      }
    }
    return null;
  }
}
