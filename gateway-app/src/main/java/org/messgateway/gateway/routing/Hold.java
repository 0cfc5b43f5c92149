package org.messgateway.gateway.routing;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Why nothing, or not yet, goes out for a thread.
 *
 * @param sentence for people, without a subject: "it waits for shop:042 to finish"; times in UTC
 * @param until when it ends by itself; null when something else must happen
 */
public record Hold(Kind kind, String sentence, @Nullable Instant until) {

  /** Why, as a fixed word. */
  public enum Kind {
    /** Not to be told before an instant. What is wanted is queued with that due time. */
    NOT_BEFORE(false),
    /** Waits for another thread. */
    DEPENDS_ON(false),
    /** Somebody has it. */
    TAKEN(false),
    /** Blocked although nobody has it; goes on when it is pending again. */
    BLOCKED(false),
    ENDED(false),
    /** Too late to tell anybody. */
    DEADLINE_PASSED(false),
    /** Nobody who may be told is able, or can be reached. */
    NOBODY(true),
    /** Everybody who could be told can be told only after the deadline. */
    TOO_LATE(true),
    /** Everybody who was told was out of reach for good, and there is no next step. */
    UNREACHED(true),
    /** Waits for a thread that ended without success. */
    DEPENDENCY_FAILED(true),
    /** Waits for a thread that never came. */
    DEPENDENCY_UNKNOWN(true),
    /** Waits for itself. */
    CYCLE(true);

    private final boolean trouble;

    Kind(boolean trouble) {
      this.trouble = trouble;
    }

    /** Whether somebody has to do something: shown in log and history, once. */
    public boolean trouble() {
      return trouble;
    }
  }
}
