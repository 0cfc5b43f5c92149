package org.messgateway.gateway.exchange;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.HistoryEntry;

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

  /** What waited for a thread at one moment. */
  interface Portion {

    /** From the current history to the entries that it lacks. */
    List<HistoryEntry> lacking(List<HistoryEntry> history);

    /** The thread has them, on the disk. */
    void written();
  }
}
