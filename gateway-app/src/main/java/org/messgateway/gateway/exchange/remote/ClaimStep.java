package org.messgateway.gateway.exchange.remote;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.HistoryEntry;
import org.messgateway.api.mess.MessThread;
import org.messgateway.api.mess.Payload;
import org.messgateway.api.mess.ThreadMessage;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.ThreadAddition;
import org.messgateway.gateway.exchange.format.Document;
import org.messgateway.gateway.exchange.format.EnvelopeEdit;
import org.messgateway.gateway.exchange.format.MessageWriter;
import org.messgateway.gateway.exchange.format.ThreadFormatException;
import org.messgateway.gateway.exchange.format.ThreadReader;
import org.messgateway.gateway.exchange.format.YamlReader;

/**
 * The claim in a message that claims a thread and goes on. A server notes an executor only when a
 * request's status becomes {@code claimed}; a task that becomes {@code completed} at once would be
 * completed by nobody there. So the claim is sent first, as a message with the same sender and
 * time, and then the rest.
 */
final class ClaimStep {

  private static final String CLAIMED = ThreadStatus.CLAIMED.code();

  private final ThreadAddition addition;
  private final Map<?, ?> document;
  private final ThreadMessage message;

  private ClaimStep(ThreadAddition addition, byte[] written) {
    this.addition = addition;
    Document whole = Document.whole("a message", written);
    try {
      this.document = YamlReader.meaning(whole).value() instanceof Map<?, ?> map ? map : Map.of();
      this.message = ThreadReader.message(whole, 0);
    } catch (ThreadFormatException e) {
      throw new IllegalStateException("a message of our own cannot be read", e);
    }
  }

  private static Optional<ClaimStep> in(ThreadAddition addition) {
    byte @Nullable [] written = addition.message();
    return written == null
        ? Optional.empty()
        : Optional.of(new ClaimStep(addition, written))
            .filter(step -> step.message.from() != null && step.message.received() != null);
  }

  /** The claim of an addition that claims the thread and goes on; empty for every other. */
  static Optional<ThreadAddition> of(Ref ref, ThreadAddition addition) {
    EnvelopeEdit change = addition.change();
    boolean claims = RemoteEntries.assigned(change, "executor").isPresent();
    boolean goesOn =
        RemoteEntries.assigned(change, "status").filter(code -> !code.equals(CLAIMED)).isPresent();
    return claims && goesOn ? in(addition).map(step -> step.claim(ref)) : Optional.empty();
  }

  /** The addition without the claim that the thread holds already. */
  static ThreadAddition rest(MessThread thread, ThreadAddition addition) {
    return in(addition).filter(step -> step.isIn(thread)).map(ClaimStep::rest).orElse(addition);
  }

  private ThreadAddition claim(Ref ref) {
    List<Map<String, ?>> entries = new ArrayList<>(entries(true));
    if (entries.isEmpty()) {
      entries.add(Map.of("status", Map.of("re", ref.value(), "code", CLAIMED)));
    }
    String from = Objects.requireNonNull(message.from());
    List<HistoryEntry> history = history(true);
    return with(
        entries,
        new EnvelopeEdit(
            List.of(
                new EnvelopeEdit.Assignment("status", CLAIMED),
                new EnvelopeEdit.Assignment("executor", from)),
            history.isEmpty()
                ? List.of(new HistoryEntry(CLAIMED, message.received(), from, null))
                : history));
  }

  private boolean isIn(MessThread thread) {
    return thread.messages().stream()
        .filter(there -> Objects.equals(there.from(), message.from()))
        .filter(there -> Objects.equals(there.received(), message.received()))
        .flatMap(there -> there.payloads(Payload.Status.class).stream())
        .anyMatch(status -> status.status() == ThreadStatus.CLAIMED);
  }

  private ThreadAddition rest() {
    List<Map<String, ?>> entries = entries(false);
    EnvelopeEdit change = new EnvelopeEdit(addition.change().assignments(), history(false));
    return entries.isEmpty() ? new ThreadAddition(null, change) : with(entries, change);
  }

  private ThreadAddition with(List<Map<String, ?>> entries, EnvelopeEdit change) {
    return new ThreadAddition(
        MessageWriter.message(
            Objects.requireNonNull(message.from()),
            Objects.requireNonNull(message.received()),
            message.channel(),
            entries),
        change);
  }

  /** The entries that claim, or the others. */
  private List<Map<String, ?>> entries(boolean claiming) {
    List<Map<String, ?>> entries = new ArrayList<>();
    for (Object entry : document.get("MESS") instanceof Collection<?> all ? all : List.of()) {
      if (entry instanceof Map<?, ?> map && claims(map) == claiming) {
        @SuppressWarnings("unchecked") // The reader makes all keys strings.
        Map<String, ?> typed = (Map<String, ?>) map;
        entries.add(typed);
      }
    }
    return entries;
  }

  private static boolean claims(Map<?, ?> entry) {
    return entry.get("status") instanceof Map<?, ?> status
        ? CLAIMED.equals(status.get("code"))
        : CLAIMED.equals(entry.get("status"));
  }

  private List<HistoryEntry> history(boolean claiming) {
    return addition.change().history().stream()
        .filter(entry -> entry.action().equals(CLAIMED) == claiming)
        .toList();
  }
}
