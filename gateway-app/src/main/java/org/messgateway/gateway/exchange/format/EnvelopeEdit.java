package org.messgateway.gateway.exchange.format;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.HistoryEntry;
import org.messgateway.api.mess.ThreadStatus;

/**
 * What is to change in an envelope. All that is not named stays as it is.
 *
 * @param assignments keys and what they shall say
 * @param history appended in order
 */
public record EnvelopeEdit(List<Assignment> assignments, List<HistoryEntry> history) {

  /** A key and what it shall say; null is written as {@code null}. */
  public record Assignment(String key, @Nullable String value) {}

  public static final EnvelopeEdit NOTHING = new EnvelopeEdit(List.of(), List.of());

  public EnvelopeEdit {
    assignments = List.copyOf(assignments);
    history = List.copyOf(history);
  }

  public EnvelopeEdit status(ThreadStatus status) {
    return set("status", status.code());
  }

  /** Who holds it; null for nobody. */
  public EnvelopeEdit executor(@Nullable String executor) {
    return set("executor", executor);
  }

  public EnvelopeEdit updated(Instant now) {
    return set("updated", Scalars.stamp(now));
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
