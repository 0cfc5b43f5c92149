package org.messgateway.gateway.protocol;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.messgateway.api.mess.Envelope;
import org.messgateway.api.mess.HistoryEntry;
import org.messgateway.api.mess.MessThread;

/**
 * The entry of history that names a suggestion, in each thread that it concerns: an envelope tells
 * by it where a suggestion may wait for an answer. Whether it still does, the thread that holds it
 * tells ({@link SuggestionState}).
 *
 * @param type what is suggested, as a code
 * @param home ref of the thread that holds the suggestion
 * @param id of the suggestion
 */
public record SuggestionNote(String type, String home, String id) {

  /** Action of the entry; its note is {@link #text}. */
  public static final String SUGGESTED = "suggested";

  private static final int PARTS = 3;

  public static SuggestionNote of(MessThread home, SuggestionState suggestion) {
    return new SuggestionNote(suggestion.type().code(), home.ref(), suggestion.id());
  }

  /** Those of an envelope that nothing in it settles. */
  public static List<SuggestionNote> unsettled(Envelope envelope) {
    return envelope.status().ended()
        ? List.of()
        : envelope.history().stream()
            .flatMap(SuggestionNote::read)
            .filter(note -> !SuggestionState.isSettled(envelope, note.id))
            .distinct()
            .toList();
  }

  private static Stream<SuggestionNote> read(HistoryEntry entry) {
    String[] parts =
        Optional.ofNullable(entry.note())
            .filter(_ -> entry.action().equals(SUGGESTED))
            .orElse("")
            .split(" ", PARTS);
    return parts.length < PARTS
        ? Stream.empty()
        : Stream.of(new SuggestionNote(parts[0], parts[1], parts[2]));
  }

  public boolean isIn(List<HistoryEntry> history) {
    return history.stream().flatMap(SuggestionNote::read).anyMatch(this::equals);
  }

  /** Type, ref and id, with blanks between. */
  public String text() {
    return type + " " + home + " " + id;
  }
}
