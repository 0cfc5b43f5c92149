package org.messgateway.gateway.exchange;

import java.time.Duration;
import java.util.Optional;

/**
 * Outcome of reading a thread. Only {@link Complete} shows what the requestor wants; no other
 * outcome withdraws a notification.
 */
public sealed interface ThreadReadResult {

  /** The thread when it is complete, otherwise empty: for callers that do not need the reason. */
  default Optional<LoadedThread> complete() {
    return this instanceof Complete(LoadedThread thread) ? Optional.of(thread) : Optional.empty();
  }

  /** A complete thread. */
  record Complete(LoadedThread thread) implements ThreadReadResult {}

  /**
   * A program seems to be writing the thread, or the exchange is absent.
   *
   * @param reason what is missing
   * @param lookAgainAfter time until the next read where no change is reported
   */
  record Incomplete(String reason, Duration lookAgainAfter) implements ThreadReadResult {}

  /**
   * The thread must be mended by a person; it is read again when it changes.
   *
   * @param file relative to the exchange
   * @param line 1 for the first, 0 when the reason concerns no line
   */
  record Unreadable(String file, int line, String reason) implements ThreadReadResult {

    /** {@code state=received/x/000-x.messe-af.yaml:12: …} */
    public String text() {
      return line > 0 ? file + ":" + line + ": " + reason : file + ": " + reason;
    }
  }

  /** The exchange can be read and does not hold the thread. */
  record Absent() implements ThreadReadResult {}
}
