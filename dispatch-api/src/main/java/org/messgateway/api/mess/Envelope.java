package org.messgateway.api.mess;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * First document of a thread: where it stands.
 *
 * @param ref what the file says its ref is; paths are made from the file's name, never from this
 * @param requestor who asks
 * @param executor who holds it, or whom the exchange has already chosen while it is pending; null
 *     for nobody
 * @param status the status it says, spelling variants resolved; an unknown one counts as pending
 * @param expires as it is written: an instant or a duration from {@code created}
 * @param neededBy v1.1; wins over {@code constraints.timing.expires}
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

  /** One that says who asks and how it stands, and nothing more. */
  public static Envelope of(String ref, @Nullable String requestor, ThreadStatus status) {
    return new Envelope(
        ref, requestor, null, status, null, null, null, null, null, null, null, false, List.of());
  }
}
