package org.messgateway.gateway.routing;

import java.time.Duration;
import java.util.List;
import org.messgateway.gateway.queue.TaskResult;
import org.messgateway.gateway.queue.TaskResult.TaskOutcome;
import org.messgateway.gateway.routing.Rule.Policy;

/**
 * The figures of an executor's last {@link TaskResult#KEPT} tasks for one capability. Source:
 * docs/rules.md#performance.
 *
 * @param tasks that the executor had
 * @param answered those that it answered, in whole or in part
 * @param flawless those that it completed, and that were not to be done again
 * @param untilClaim from the offer to the claim: the median of those answered
 * @param untilAnswer from the offer to the answer: the median of those answered
 */
public record ExecutorPerformance(
    int tasks, int answered, int flawless, Duration untilClaim, Duration untilAnswer) {

  /** With fewer tasks nothing is known. */
  public static final int FEWEST = 5;

  /** Of an executor that had no such task. */
  public static final ExecutorPerformance UNKNOWN =
      new ExecutorPerformance(0, 0, 0, Duration.ZERO, Duration.ZERO);

  public static ExecutorPerformance of(List<TaskResult> results) {
    List<TaskResult> answered = results.stream().filter(TaskResult::answered).toList();
    return new ExecutorPerformance(
        results.size(),
        answered.size(),
        (int) results.stream().filter(each -> each.outcome() == TaskOutcome.COMPLETED).count(),
        median(answered.stream().map(TaskResult::untilClaim).toList()),
        median(answered.stream().map(TaskResult::untilAnswer).toList()));
  }

  /** Of an even number the lower one in the middle: a time that there was. */
  private static Duration median(List<Duration> durations) {
    return durations.stream()
        .sorted()
        .skip(Math.max(0, (durations.size() - 1) / 2))
        .findFirst()
        .orElse(Duration.ZERO);
  }

  /** How many tasks a policy judges by. */
  int known(Policy policy) {
    return switch (policy) {
      case LOWER_LATENCY -> answered;
      case HIGHER_PRECISION -> tasks;
    };
  }

  /** Lower is better; only of the same policy to be compared. */
  double cost(Policy policy) {
    return switch (policy) {
      case LOWER_LATENCY -> untilAnswer.toMillis();
      case HIGHER_PRECISION -> 1 - (double) flawless / tasks;
    };
  }

  /** The figures, for people. */
  String sentence() {
    if (tasks == 0) {
      return "no task yet";
    }
    String share = "%s, %d %% flawless".formatted(counted(), Math.round(100.0 * flawless / tasks));
    return answered == 0
        ? share
        : share
            + ", claimed after %s and answered after %s (medians)"
                .formatted(text(untilClaim), text(untilAnswer));
  }

  private String counted() {
    return tasks == 1 ? "1 task" : tasks + " tasks";
  }

  /** Two units at most: {@code 3 min 20 s}. */
  private static String text(Duration duration) {
    if (duration.toMinutes() < 1) {
      return duration.toMillis() < 10_000
          ? "%.1f s".formatted(duration.toMillis() / 1000.0)
          : duration.toSeconds() + " s";
    }
    if (duration.toHours() < 1) {
      return duration.toMinutes() + " min " + duration.toSecondsPart() + " s";
    }
    return duration.toDays() < 1
        ? duration.toHours() + " h " + duration.toMinutesPart() + " min"
        : duration.toDays() + " d " + duration.toHoursPart() + " h";
  }
}
