package org.messgateway.gateway.protocol;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.Envelope;
import org.messgateway.api.mess.HistoryEntry;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.Payload;
import org.messgateway.api.mess.ThreadMessage;
import org.messgateway.api.mess.ThreadStatus;

/**
 * What the messages of an open thread say and its envelope does not know: a program appended it and
 * left the envelope alone. Source: docs/rules.md#appended, protocol §7.1.
 *
 * <p>An entry is recorded when history has one of the same action, by the same, at about the same
 * time; each entry of history records one. What stands before a recorded status was passed over by
 * whoever recorded that, and what was said in an earlier round is of that round; a cancellation is
 * neither. An envelope whose status its own history does not explain belongs to a writer without
 * history: then its {@code updated} tells what it knows.
 */
public final class UnrecordedWords {

  /** A writer takes the time for its message and for history one after the other. */
  private static final Duration SAME = Duration.ofSeconds(10);

  private final MessThread thread;
  private final Envelope envelope;
  private final List<HistoryEntry> entries;
  private final boolean explained;
  private final Round round;
  private final List<Word> words = new ArrayList<>();

  /**
   * One entry of a message.
   *
   * @param entry index among the message's payloads
   * @param by who says it: the executor whom it names, else the sender; null for nobody
   */
  public record Word(ThreadMessage message, int entry, Payload payload, @Nullable String by) {

    /** Whether it is newer than the envelope's last change. */
    public boolean isNewerThan(Envelope envelope) {
      Instant said = message.received();
      Instant updated = envelope.updated();
      return said == null || updated == null || said.isAfter(updated);
    }
  }

  private UnrecordedWords(MessThread thread) {
    this.thread = thread;
    this.envelope = thread.envelope();
    this.entries = new ArrayList<>(envelope.history());
    this.explained = explained();
    this.round = Round.of(thread);
  }

  /** The words in document order; none for a thread that has ended. */
  public static List<Word> of(MessThread thread) {
    return thread.envelope().status().ended() || !tells(thread)
        ? List.of()
        : new UnrecordedWords(thread).read();
  }

  private static boolean tells(MessThread thread) {
    for (ThreadMessage message : thread.messages()) {
      for (Payload payload : message.payloads()) {
        if (tells(payload)) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean tells(Payload payload) {
    return switch (payload) {
      case Payload.Status status -> !status.code().equals(StatusCodes.RECEIVED);
      case Payload.Response _, Payload.Reply _, Payload.Cancel _ -> true;
      case Payload.Request _,
          Payload.Ack _,
          Payload.Suggestion _,
          Payload.Review _,
          Payload.UnknownPayload _ ->
          false;
    };
  }

  private List<Word> read() {
    for (ThreadMessage message : thread.messages()) {
      if (!Conversation.EXCHANGE.equals(message.from())) {
        read(message);
      }
    }
    return List.copyOf(words);
  }

  private void read(ThreadMessage message) {
    boolean coded = !message.payloads(Payload.Status.class).isEmpty();
    for (int entry = 0; entry < message.payloads().size(); entry++) {
      Payload payload = message.payloads().get(entry);
      // A response beside a status goes with it.
      if (tells(payload) && !(coded && payload instanceof Payload.Response)) {
        read(new Word(message, entry, payload, speaker(payload, message)));
      }
    }
  }

  private static @Nullable String speaker(Payload payload, ThreadMessage message) {
    @Nullable String named =
        switch (payload) {
          case Payload.Status status -> status.executor();
          case Payload.Response response -> response.executor();
          default -> null;
        };
    return named == null ? message.from() : named;
  }

  private void read(Word word) {
    if (taken(word)) {
      if (!(word.payload() instanceof Payload.Reply)) {
        words.removeIf(before -> !(before.payload() instanceof Payload.Cancel));
      }
    } else if (!believed(word) && !passedOver(word)) {
      words.add(word);
    }
  }

  /** Takes the entry of history that records the word. */
  private boolean taken(Word word) {
    List<String> actions = actions(word.payload());
    for (Iterator<HistoryEntry> all = entries.iterator(); all.hasNext(); ) {
      HistoryEntry entry = all.next();
      if (actions.contains(code(entry.action()))
          && Objects.equals(entry.by(), word.by())
          && sameTime(entry.at(), word.message().received())) {
        all.remove();
        return true;
      }
    }
    return false;
  }

  /** Whether it is a code that nobody knows, and whoever kept the message recorded the rest. */
  private boolean passedOver(Word word) {
    Instant said = word.message().received();
    return said != null
        && word.payload() instanceof Payload.Status status
        && StatusCodes.canonical(status.code()).isEmpty()
        && envelope.history().stream()
            .anyMatch(entry ->
                entry.at() != null
                    && Objects.equals(entry.by(), word.by())
                    && sameTime(entry.at(), said));
  }

  private static String code(String written) {
    return StatusCodes.canonical(written).orElse(written);
  }

  private static List<String> actions(Payload payload) {
    return switch (payload) {
      case Payload.Status status -> List.of(code(status.code()));
      case Payload.Response _ ->
          List.of(ThreadStatus.COMPLETED.code(), ThreadStatus.PARTIAL.code());
      case Payload.Reply _ -> List.of(REPLIED);
      default -> List.of(ThreadStatus.CANCELLED.code());
    };
  }

  /** History's word for a reply of the requestor. */
  public static final String REPLIED = "replied";

  private static boolean sameTime(@Nullable Instant one, @Nullable Instant other) {
    return one == null || other == null || Duration.between(one, other).abs().compareTo(SAME) <= 0;
  }

  /** Whether whoever wrote the envelope knew the word, or it is of an earlier round. */
  private boolean believed(Word word) {
    Instant said = word.message().received();
    if (said == null) {
      return !explained;
    }
    Instant updated = envelope.updated();
    boolean known = !explained && updated != null && !said.isAfter(updated);
    Instant since = round.since();
    boolean earlier =
        !(word.payload() instanceof Payload.Cancel) && since != null && !said.isAfter(since);
    return known || earlier;
  }

  /** Whether the last status in history is the envelope's. */
  private boolean explained() {
    ThreadStatus last =
        envelope.history().stream()
            .map(HistoryEntry::action)
            .flatMap(action -> ThreadStatus.of(action).stream())
            .reduce(ThreadStatus.PENDING, (_, next) -> next);
    // A pass is in history and moves nothing.
    boolean passed =
        envelope.status() == ThreadStatus.PENDING
            && (last == ThreadStatus.DECLINED || last == ThreadStatus.FAILED);
    return last == envelope.status() || passed;
  }
}
