package org.messgateway.gateway.routing;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A reason why no request of a thread is sent, or not yet.
 *
 * @param sentence for people, without a subject: "it waits for shop:042 to finish"; times in UTC
 * @param until when the hold ends by itself; null when something else must happen
 */
public record Hold(Kind kind, String sentence, @Nullable Instant until) {

  /** The reason, as a fixed word. */
  public enum Kind {
    /** The request has a {@code not_before}; its deliveries are queued with that due time. */
    NOT_BEFORE(false),
    /** A dependency has not ended. */
    DEPENDS_ON(false),
    /** The task has a holder. */
    TAKEN(false),
    /** The thread is blocked without a holder, until it is pending again. */
    BLOCKED(false),
    ENDED(false),
    /** The deadline has passed. */
    DEADLINE_PASSED(false),
    /** No executor is able, or none can be reached. */
    NOBODY(true),
    /** All executors are available again only after the deadline. */
    TOO_LATE(true),
    /** All notified executors are out of reach for good, and no step is left. */
    UNREACHED(true),
    /** A dependency ended without success. */
    DEPENDENCY_FAILED(true),
    /** A dependency never came. */
    DEPENDENCY_UNKNOWN(true),
    /** The thread depends on itself. */
    CYCLE(true);

    private final boolean trouble;

    Kind(boolean trouble) {
      this.trouble = trouble;
    }

    /** Whether a person has to act: shown in log and history, once. */
    public boolean trouble() {
      return trouble;
    }
  }
}
