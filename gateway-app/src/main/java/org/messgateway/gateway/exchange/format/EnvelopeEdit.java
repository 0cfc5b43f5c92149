package org.messgateway.gateway.exchange.format;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.Envelope;
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

  private static final String STATUS = "status";
  private static final String EXECUTOR = "executor";

  public static final EnvelopeEdit NOTHING = new EnvelopeEdit(List.of(), List.of());

  public EnvelopeEdit {
    assignments = List.copyOf(assignments);
    history = List.copyOf(history);
  }

  boolean onlyHistory() {
    return assignments.isEmpty() && !history.isEmpty();
  }

  public EnvelopeEdit status(ThreadStatus status) {
    return set(STATUS, status.code());
  }

  /** Sets the holder; null for none. */
  public EnvelopeEdit executor(@Nullable String executor) {
    return set(EXECUTOR, executor);
  }

  public EnvelopeEdit ref(String ref) {
    return set("ref", ref);
  }

  public EnvelopeEdit updated(Instant now) {
    return set("updated", ScalarWriter.stamp(now));
  }

  public EnvelopeEdit append(HistoryEntry entry) {
    List<HistoryEntry> more = new ArrayList<>(history);
    more.add(entry);
    return new EnvelopeEdit(assignments, more);
  }

  /** The envelope as it stands after this edit, as far as status, executor and history go. */
  public Envelope on(Envelope before) {
    ThreadStatus status = before.status();
    @Nullable String executor = before.executor();
    for (Assignment each : assignments) {
      switch (each.key()) {
        case STATUS -> status = ThreadStatus.of(String.valueOf(each.value())).orElse(status);
        case EXECUTOR -> executor = each.value();
        default -> {}
      }
    }
    List<HistoryEntry> longer = new ArrayList<>(before.history());
    longer.addAll(history);
    return new Envelope(
        before.ref(),
        before.requestor(),
        executor,
        status,
        before.created(),
        before.updated(),
        before.intent(),
        before.priority(),
        before.clientId(),
        before.expires(),
        before.neededBy(),
        before.confirmBefore(),
        longer);
  }

  private EnvelopeEdit set(String key, @Nullable String value) {
    List<Assignment> more = new ArrayList<>(assignments);
    more.add(new Assignment(key, value));
    return new EnvelopeEdit(more, history);
  }
}
