package org.messgateway.gateway.answer;

import java.time.Instant;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.Envelope;
import org.messgateway.api.mess.HistoryEntry;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.Payload;
import org.messgateway.api.mess.ThreadMessage;
import org.messgateway.api.mess.ThreadStatus;

/** Who has a thread, and who said no to it, read off the thread alone. */
final class Holders {

  private Holders() {}

  /**
   * Who has it; null for nobody. A status that says somebody has it without naming whom is believed
   * to mean the last who claimed it; a claim without an envelope that knows of it counts too:
   * programs without locks write so.
   */
  static @Nullable String of(MessThread thread) {
    Envelope envelope = thread.envelope();
    ThreadStatus status = envelope.status();
    if (status.ended()) {
      return envelope.executor();
    }
    if (!status.taken()) {
      return unrecordedClaim(thread);
    }
    boolean blocked = status == ThreadStatus.WAITING || status == ThreadStatus.HELD;
    return envelope.executor() != null || blocked ? envelope.executor() : lastClaim(thread);
  }

  private static @Nullable String lastClaim(MessThread thread) {
    String last = null;
    for (ThreadMessage message : thread.messages()) {
      last = says(message, ThreadStatus.CLAIMED) ? message.from() : last;
    }
    return last;
  }

  /** The first who claimed since it was free and of whom history does not know. */
  static @Nullable String unrecordedClaim(MessThread thread) {
    Instant freed = freedAt(thread);
    for (ThreadMessage message : thread.messages()) {
      String from = message.from();
      if (from != null
          && says(message, ThreadStatus.CLAIMED)
          && since(message, freed)
          && thread.envelope().history().stream().noneMatch(entry -> claims(entry, from))) {
        return from;
      }
    }
    return null;
  }

  /** Whether this message holds the first claim of its round and its sender still wants it. */
  static boolean claimedFirst(MessThread thread, ThreadMessage said) {
    Instant freed = freedAt(thread);
    return says(said, ThreadStatus.CLAIMED)
        && since(said, freed)
        && thread.messages().stream()
            .filter(message -> since(message, freed) && says(message, ThreadStatus.CLAIMED))
            .findFirst()
            .filter(message -> Spoken.same(message, said))
            .isPresent()
        && !declined(thread).contains(said.from());
  }

  private static boolean claims(HistoryEntry entry, String by) {
    return entry.action().equals(ThreadStatus.CLAIMED.code()) && by.equals(entry.by());
  }

  /** Those who said in this round that they will not, or cannot. */
  static Set<String> declined(MessThread thread) {
    Instant freed = freedAt(thread);
    Set<String> declined = new HashSet<>();
    for (ThreadMessage message : thread.messages()) {
      if (message.from() != null
          && since(message, freed)
          && (says(message, ThreadStatus.DECLINED) || says(message, ThreadStatus.FAILED))) {
        declined.add(message.from());
      }
    }
    return declined;
  }

  /**
   * Those who would not take it now: who declined in this round, and who gave it back, which began
   * it.
   */
  static Set<String> passed(MessThread thread) {
    Set<String> passed = new HashSet<>(declined(thread));
    Instant freed = freedAt(thread);
    for (ThreadMessage message : thread.messages()) {
      if (message.from() != null
          && freed != null
          && freed.equals(message.received())
          && says(message, ThreadStatus.DECLINED)) {
        passed.add(message.from());
      }
    }
    return passed;
  }

  /** When it last became free again; null when it never did. */
  static @Nullable Instant freedAt(MessThread thread) {
    return thread.envelope().history().stream()
        .filter(entry -> entry.action().equals(ThreadStatus.PENDING.code()))
        .map(HistoryEntry::at)
        .filter(Objects::nonNull)
        .reduce((_, later) -> later)
        .orElse(null);
  }

  private static boolean since(ThreadMessage message, @Nullable Instant freed) {
    Instant received = message.received();
    return freed == null || (received != null && received.isAfter(freed));
  }

  private static boolean says(ThreadMessage message, ThreadStatus code) {
    return message.payloads(Payload.Status.class).stream()
        .anyMatch(status -> status.status() == code);
  }

  /** Whether the one who asked agreed to what an executor wanted confirmed. */
  static boolean confirmed(MessThread thread) {
    boolean asked = false;
    boolean confirmed = false;
    for (ThreadMessage message : thread.messages()) {
      for (Payload payload : message.payloads()) {
        if (payload instanceof Payload.Status status
            && status.status() == ThreadStatus.NEEDS_CONFIRMATION) {
          asked = true;
        } else if (payload instanceof Payload.Reply reply && reply.confirm() != null && asked) {
          confirmed = reply.confirm();
        }
      }
    }
    return confirmed;
  }

  /** Whether nothing may be completed before the one who asked has agreed (v1.1). */
  static boolean confirmBefore(MessThread thread) {
    return thread.envelope().confirmBefore()
        || thread.request().map(Payload.Request::confirmBefore).orElse(false);
  }
}
