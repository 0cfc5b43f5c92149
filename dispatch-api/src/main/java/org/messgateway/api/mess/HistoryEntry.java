package org.messgateway.api.mess;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One entry of a thread's history.
 *
 * @param action {@code created}, {@code dispatched}, {@code dispatch_failed}, or a status code
 * @param at the time; null when it is absent or unreadable
 * @param by the actor; null when the entry names none
 * @param note free text; null for none
 */
public record HistoryEntry(
    String action, @Nullable Instant at, @Nullable String by, @Nullable String note) {

  public static final String CREATED = "created";
  public static final String DISPATCHED = "dispatched";
  public static final String DISPATCH_FAILED = "dispatch_failed";
}
