package org.messgateway.adapter.mcp;

import java.time.Duration;
import org.messgateway.api.FailureReason;
import org.messgateway.api.Outcome.Reach;

/**
 * The end of a span of time.
 *
 * @param nanos of the end, as {@link System#nanoTime} counts
 */
record CallDeadline(long nanos) {

  static CallDeadline in(Duration duration) {
    return new CallDeadline(System.nanoTime() + duration.toNanos());
  }

  /**
   * What is left, more than nothing.
   *
   * @throws McpFailure when nothing is left
   */
  Duration left() throws McpFailure {
    long left = nanos - System.nanoTime();
    if (left <= 0) {
      throw McpFailure.of(
          FailureReason.TIMEOUT, "The server could not be reached in time.", Reach.BEFORE_SENDING);
    }
    return Duration.ofNanos(left);
  }
}
