package org.messgateway.gateway.exchange.format;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.HistoryEntry;
import org.messgateway.api.mess.ThreadStatus;

/**
 * A change of an envelope; other keys stay unchanged.
 *
 * @param assignments keys and their new values
 * @param history entries to append, in order
 */
public record EnvelopeEdit(List<Assignment> assignments, List<HistoryEntry> history) {

  /** A key and its new value; null is written as {@code null}. */
  public record Assignment(String key, @Nullable String value) {}

  public static final EnvelopeEdit NOTHING = new EnvelopeEdit(List.of(), List.of());

  public EnvelopeEdit {
    assignments = List.copyOf(assignments);
    history = List.copyOf(history);
  }

  public EnvelopeEdit status(ThreadStatus status) {
    return set("status", status.code());
  }

  /** Sets the holder; null for none. */
  public EnvelopeEdit executor(@Nullable String executor) {
    return set("executor", executor);
  }

  public EnvelopeEdit updated(Instant now) {
    return set("updated", ScalarWriter.stamp(now));
  }

  public EnvelopeEdit append(HistoryEntry entry) {
    List<HistoryEntry> more = new ArrayList<>(history);
    more.add(entry);
    return new EnvelopeEdit(assignments, more);
  }

  private EnvelopeEdit set(String key, @Nullable String value) {
    List<Assignment> more = new ArrayList<>(assignments);
    more.add(new Assignment(key, value));
    return new EnvelopeEdit(more, history);
  }
}
