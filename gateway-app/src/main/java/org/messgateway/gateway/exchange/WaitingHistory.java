package org.messgateway.gateway.exchange;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.HistoryEntry;
import org.messgateway.api.mess.MessThread;
import org.messgateway.gateway.exchange.format.EnvelopeEdit;

/**
 * History that waits to be written, and goes with the next write of its thread where one comes
 * first. Thread-safe.
 */
@FunctionalInterface
public interface WaitingHistory {

  /** No history waits. */
  WaitingHistory NONE = _ -> null;

  /** What waits for a thread; null for nothing. */
  @Nullable Portion of(Ref ref);

  /**
   * A change of a thread, behind the entries that waited and that the thread lacks.
   *
   * @param portion null for nothing
   */
  static EnvelopeEdit carrying(@Nullable Portion portion, MessThread thread, EnvelopeEdit change) {
    List<HistoryEntry> waited =
        portion == null ? List.of() : portion.lacking(thread.envelope().history());
    if (waited.isEmpty()) {
      return change;
    }
    List<HistoryEntry> history = new ArrayList<>(waited);
    history.addAll(change.history());
    return new EnvelopeEdit(change.assignments(), history);
  }

  /** What waited for a thread at one moment. */
  interface Portion {

    /** From the current history to the entries that it lacks. */
    List<HistoryEntry> lacking(List<HistoryEntry> history);

    /** The thread has them, durably, where it lives. */
    void written();
  }
}
