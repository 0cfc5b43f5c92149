package org.messgateway.api.mess;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The first document of a thread: its status and times.
 *
 * @param ref the ref that the document states; the gateway makes paths from the file's name, never
 *     from this value
 * @param requestor the agent or person that made the thread; null when the document names none
 * @param executor the holder, or the executor that the exchange has chosen for a pending thread;
 *     null for none
 * @param status the status with its spelling resolved; an unknown code counts as pending
 * @param created the time of creation; null when absent
 * @param updated the time of the last change; null when absent
 * @param intent the copy of the request's intent; null when absent
 * @param priority the copy of the request's priority; null when absent
 * @param clientId the requestor's id of the thread; null when absent
 * @param expires the deadline as written: an instant, or a duration from {@code created}; null for
 *     none
 * @param neededBy the deadline of protocol version 1.1, which overrides {@code
 *     constraints.timing.expires}; null for none
 * @param confirmBefore whether the executor asks for confirmation before it acts
 * @param history the history in document order
 */
public record Envelope(
    String ref,
    @Nullable String requestor,
    @Nullable String executor,
    ThreadStatus status,
    @Nullable Instant created,
    @Nullable Instant updated,
    @Nullable String intent,
    @Nullable Priority priority,
    @Nullable String clientId,
    @Nullable String expires,
    @Nullable String neededBy,
    boolean confirmBefore,
    List<HistoryEntry> history) {

  public Envelope {
    history = List.copyOf(history);
  }

  /** An envelope with a ref, a requestor and a status alone. */
  public static Envelope of(String ref, @Nullable String requestor, ThreadStatus status) {
    return new Envelope(
        ref, requestor, null, status, null, null, null, null, null, null, null, false, List.of());
  }
}
