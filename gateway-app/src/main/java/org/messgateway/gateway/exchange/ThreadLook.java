package org.messgateway.gateway.exchange;

import java.time.Duration;

/**
 * What came of looking at a thread. Only {@link Complete} says what its requestor wants; none of
 * the others takes a wish back.
 */
public sealed interface ThreadLook {

  /** A whole thread. */
  record Complete(LoadedThread thread) implements ThreadLook {}

  /**
   * Somebody seems to be writing it still, or the whole exchange is away.
   *
   * @param reason what is missing
   * @param lookAgainAfter when to look again even if no change is reported
   */
  record Incomplete(String reason, Duration lookAgainAfter) implements ThreadLook {}

  /**
   * It will stay as it is until somebody mends it; worth looking at again when it changes.
   *
   * @param file relative to the exchange
   * @param line 1 for the first, 0 when it is not about a line
   */
  record Unreadable(String file, int line, String reason) implements ThreadLook {

    /** {@code state=received/x/000-x.messe-af.yaml:12: …} */
    public String text() {
      return line > 0 ? file + ":" + line + ": " + reason : file + ": " + reason;
    }
  }

  /** The exchange can be read and has no such thread. */
  record Absent() implements ThreadLook {}
}
