package org.messgateway.api.mess;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One line of a thread's history.
 *
 * @param action {@code created}, {@code dispatched}, {@code dispatch_failed}, or a status code
 * @param at when; null where the file says it in no form we can read
 * @param by who
 * @param note free text
 */
public record HistoryEntry(
    String action, @Nullable Instant at, @Nullable String by, @Nullable String note) {

  public static final String CREATED = "created";
  public static final String DISPATCHED = "dispatched";
  public static final String DISPATCH_FAILED = "dispatch_failed";
}
