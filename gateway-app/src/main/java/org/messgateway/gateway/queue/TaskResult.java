package org.messgateway.gateway.queue;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/**
 * What an executor made of a task that it had. The last {@link #KEPT} of each executor and
 * capability are remembered, also when their threads are forgotten.
 *
 * @param number of the result among those of its thread, 0 for the first
 * @param executor who had the task, as a {@link LookupKey}
 * @param offered when the executor was told of it
 * @param claimed when the executor claimed it
 * @param ended when it was over for the executor
 * @param capabilities ids that the task required, as {@link LookupKey}s; none where it required
 *     none
 */
public record TaskResult(
    int number,
    String executor,
    Instant offered,
    Instant claimed,
    Instant ended,
    TaskOutcome outcome,
    List<String> capabilities) {

  /** Results remembered of one executor for one capability. */
  public static final int KEPT = 30;

  /** The capability of a task that requires none. */
  public static final String NO_CAPABILITY = "";

  public TaskResult {
    executor = LookupKey.of(executor);
    capabilities = capabilities.stream().map(LookupKey::of).toList();
  }

  /** How it ended. */
  public enum TaskOutcome {
    COMPLETED,
    PARTIAL,
    /** Failed, or too late. */
    FAILED,
    /** Completed or partial, and to be done again. */
    REDO;

    /** As it is stored. */
    public String code() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Whether the executor answered with something. */
  public boolean answered() {
    return outcome != TaskOutcome.FAILED;
  }

  /** From the offer; never negative. */
  public Duration untilClaim() {
    return positive(Duration.between(offered, claimed));
  }

  /** From the offer; never negative. */
  public Duration untilAnswer() {
    return positive(Duration.between(offered, ended));
  }

  private static Duration positive(Duration duration) {
    return duration.isNegative() ? Duration.ZERO : duration;
  }
}
