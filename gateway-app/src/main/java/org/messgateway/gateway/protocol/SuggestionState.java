package org.messgateway.gateway.protocol;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.Envelope;
import org.messgateway.api.mess.HistoryEntry;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.Payload;
import org.messgateway.api.mess.ThreadMessage;
import org.messgateway.api.mess.Timestamps;

/**
 * A suggestion in a thread, and what the requestor answered. Source: protocol §7.5.
 *
 * @param id by which the answer refers to it; made from ref and position where the entry has none
 * @param position of its message document
 * @param by who made it
 * @param accepted the answer; null while there is none
 * @param settled whether history says that an accepted one was carried out, or why it was not
 */
public record SuggestionState(
    String id,
    Payload.Suggestion said,
    int position,
    String by,
    @Nullable Boolean accepted,
    boolean settled) {

  /** Action of the entry of history that settles one; its note begins with the id. */
  public static final String CARRIED_OUT = "suggestion_accepted";

  /** The same for one that could not be carried out any more. */
  public static final String DROPPED = "suggestion_dropped";

  /** Action of the entry that says, in its note, until when nobody new is asked. */
  public static final String DEFERRED = "deferred";

  /** Until when a requestor agreed to wait; empty for no time. */
  public static Optional<Instant> deferredUntil(Envelope envelope) {
    for (HistoryEntry entry : envelope.history().reversed()) {
      if (entry.action().equals(DEFERRED) && entry.note() != null) {
        return Timestamps.parse(entry.note());
      }
    }
    return Optional.empty();
  }

  /** What a suggestion proposes. */
  public enum Type {
    MERGE,
    SPLIT,
    DELEGATE,
    ALTERNATIVE,
    DEFER;

    private final String code = name().toLowerCase(Locale.ROOT);

    public String code() {
      return code;
    }

    public static Optional<Type> of(String code) {
      String spelled = code.strip().toLowerCase(Locale.ROOT);
      for (Type type : values()) {
        if (type.code.equals(spelled)) {
          return Optional.of(type);
        }
      }
      return Optional.empty();
    }
  }

  /** All suggestions of a thread whose type is known, in document order; of one id the first. */
  public static List<SuggestionState> of(MessThread thread) {
    return suggests(thread) ? read(thread) : List.of();
  }

  private static boolean suggests(MessThread thread) {
    for (ThreadMessage message : thread.messages()) {
      for (Payload payload : message.payloads()) {
        if (payload instanceof Payload.Suggestion) {
          return true;
        }
      }
    }
    return false;
  }

  private static List<SuggestionState> read(MessThread thread) {
    Map<String, SuggestionState> all = new LinkedHashMap<>();
    String requestor = thread.requestor().orElse("");
    for (ThreadMessage message : thread.messages()) {
      for (Payload payload : message.payloads()) {
        if (payload instanceof Payload.Suggestion said && Type.of(said.type()).isPresent()) {
          String id = id(said, thread.ref(), message.position());
          all.putIfAbsent(
              id,
              new SuggestionState(
                  id,
                  said,
                  message.position(),
                  String.valueOf(message.from()),
                  null,
                  isSettled(thread.envelope(), id)));
        } else if (payload instanceof Payload.Reply reply && requestor.equals(message.from())) {
          reply.re().forEach(re -> all.computeIfPresent(re, (_, one) -> one.answered(reply)));
        }
      }
    }
    return List.copyOf(all.values());
  }

  /** Those of an open thread that wait for an answer. */
  public static List<SuggestionState> open(MessThread thread) {
    return thread.envelope().status().ended()
        ? List.of()
        : of(thread).stream().filter(SuggestionState::isOpen).toList();
  }

  /** The id of a suggestion that is appended to a thread without one. */
  public static String nextId(MessThread thread) {
    return "sug:" + thread.ref() + ":" + thread.messages().size();
  }

  /** The id of an entry. */
  public static String id(Payload.Suggestion said, String ref, int position) {
    return said.id() == null ? "sug:" + ref + ":" + position : said.id();
  }

  public Type type() {
    return Type.of(said.type()).orElseThrow();
  }

  /** Whether it waits for an answer, as long as its thread is open. */
  public boolean isOpen() {
    return accepted == null && !settled;
  }

  /** Accepted, and neither carried out nor dropped yet. */
  public boolean isDue() {
    return Boolean.TRUE.equals(accepted) && !settled;
  }

  /** A detail of what is proposed; empty when it is absent or proposes no map. */
  public Optional<Object> proposed(String... keys) {
    if (said.proposed() instanceof Map<?, ?> map) {
      for (String key : keys) {
        Object value = map.get(key);
        if (value != null) {
          return Optional.of(value);
        }
      }
    }
    return Optional.empty();
  }

  /** The first answer counts. */
  private SuggestionState answered(Payload.Reply reply) {
    return reply.accept() == null || accepted != null
        ? this
        : new SuggestionState(id, said, position, by, reply.accept(), settled);
  }

  static boolean isSettled(Envelope envelope, String id) {
    List<String> settling = new ArrayList<>(List.of(CARRIED_OUT, DROPPED));
    for (HistoryEntry entry : envelope.history()) {
      String note = entry.note();
      if (settling.contains(entry.action())
          && note != null
          && (note.equals(id) || note.startsWith(id + " "))) {
        return true;
      }
    }
    return false;
  }
}
