package org.messgateway.gateway.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.messgateway.gateway.queue.TaskResult.TaskOutcome;
import org.messgateway.testkit.Conforms;

/** What is remembered of how executors did. */
public abstract class TaskResultsContract extends QueueScene {

  private TaskResult result(
      String executor, int minute, TaskOutcome outcome, String... capabilities) {
    Instant offered = clock.instant().plus(Duration.ofMinutes(minute));
    return new TaskResult(
        0,
        executor,
        offered,
        offered.plusSeconds(10),
        offered.plusSeconds(40),
        outcome,
        List.of(capabilities));
  }

  private void store(String ref, TaskResult... results) {
    queue.reconcileAll(
        List.of(
            new ReconcileRequest(
                Sample.thread(ref, "completed"), Set.of(), List.of(), Set.of(), List.of(results))));
  }

  private List<TaskResult> last(String capability, String executor) {
    return queue.lastResults(capability).getOrDefault(executor, List.of());
  }

  @Test
  @Conforms(156)
  void resultsAreRememberedForEachCapabilityAndExecutor() {
    store("r1", result("ana", 1, TaskOutcome.COMPLETED, "photo", "mop"));
    store("r2", result("bob", 2, TaskOutcome.PARTIAL, "mop"));
    store("r3", result("bob", 3, TaskOutcome.FAILED));

    assertEquals(
        Map.of(
            "ana", List.of(result("ana", 1, TaskOutcome.COMPLETED, "mop")),
            "bob", List.of(result("bob", 2, TaskOutcome.PARTIAL, "mop"))),
        queue.lastResults("mop"));
    assertEquals(Set.of("ana"), queue.lastResults("photo").keySet());
    assertEquals(
        List.of(TaskOutcome.FAILED), last("", "bob").stream().map(TaskResult::outcome).toList());
    assertEquals(Map.of(), queue.lastResults("welding"));
  }

  @Test
  void theSameResultAgainIsNoSecondOneAndMayHaveBecomeAnother() {
    store("r1", result("ana", 1, TaskOutcome.COMPLETED, "mop"));
    store("r1", result("ana", 1, TaskOutcome.COMPLETED, "mop"));
    store("r1", result("ana", 1, TaskOutcome.REDO, "mop"));

    assertEquals(
        Map.of("ana", List.of(result("ana", 1, TaskOutcome.REDO, "mop"))),
        queue.lastResults("mop"));
  }

  @Test
  @Conforms(156)
  void onlyTheLastOfEachAreKept() {
    int all = TaskResult.KEPT + 5;
    // The oldest comes last, as when a queue is rebuilt.
    IntStream.range(0, all)
        .map(i -> all - 1 - i)
        .forEach(i -> store("r" + i, result("ana", i, TaskOutcome.COMPLETED, "mop")));
    store("other", result("bob", 0, TaskOutcome.COMPLETED, "mop"));

    List<TaskResult> last = last("mop", "ana");
    assertEquals(TaskResult.KEPT, last.size());
    assertEquals(result("ana", 5, TaskOutcome.COMPLETED, "mop"), last.getFirst());
    assertEquals(result("ana", all - 1, TaskOutcome.COMPLETED, "mop"), last.getLast());
    assertEquals(1, last("mop", "bob").size());
  }

  @Test
  void theyOutliveTheirThreadsForAYear() {
    store("r1", result("ana", 0, TaskOutcome.COMPLETED, "mop"));
    clock.advance(Duration.ofDays(31));
    assertEquals(1, queue.prune(clock.instant()));
    assertEquals(1, queue.lastResults("mop").size());
    clock.advance(Duration.ofDays(340));
    queue.prune(clock.instant());
    assertEquals(Map.of(), queue.lastResults("mop"));
  }
}
