package org.messgateway.gateway.mcp.tools;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.agents.AgentTask;
import org.messgateway.gateway.agents.AgentTasks;
import org.messgateway.gateway.agents.AgentTasks.TaskChange;
import org.messgateway.gateway.agents.TaskFilter;
import org.messgateway.gateway.agents.TaskPage.TaskSummary;
import org.messgateway.gateway.agents.WaitUntil;
import org.messgateway.gateway.mcp.McpCaller;
import org.messgateway.gateway.mcp.ToolCall;
import org.messgateway.gateway.mcp.tools.TaskWait.Goal;

/**
 * Waits for whichever of an agent's tasks is first to stand as wanted. What happened since the
 * caller's last wait of this kind comes first. Safe for all threads.
 */
final class FirstChange {

  /** Changes that are remembered until they were looked at; more are found by a look at all. */
  private static final int WAITING = 1_000;

  private static final Duration STEP = Duration.ofSeconds(4);

  /** Times of changes are of seconds, and of the moment before they are written. */
  private static final Duration MARGIN = Duration.ofSeconds(2);

  private static final double SECOND = 1e9;

  private final AgentTasks tasks;
  private final KnownTasks known;
  private final LongSupplier nanoTime;

  /**
   * @param nanoTime a monotonic clock
   */
  FirstChange(AgentTasks tasks, KnownTasks known, LongSupplier nanoTime) {
    this.tasks = tasks;
    this.known = known;
    this.nanoTime = nanoTime;
  }

  /**
   * Waits.
   *
   * @param exchange name of the one whose tasks are meant; empty for all
   * @return empty when nothing happened in time
   * @throws InterruptedException when the caller cancelled or has gone
   */
  Optional<AgentTask> await(ToolCall call, Optional<String> exchange, Goal goal)
      throws IOException, InterruptedException {
    String agent = call.caller().agent();
    BlockingQueue<TaskChange> changes = new ArrayBlockingQueue<>(WAITING);
    try (AgentTasks.Subscription _ = tasks.subscribe(agent, changes::offer)) {
      // After the subscription, so that nothing happens in between.
      Instant looked = known.now();
      Optional<AgentTask> missed = missed(call.caller(), exchange, goal);
      if (missed.isPresent()) {
        return missed;
      }
      known.lookedAt(call.caller(), exchange, looked.minus(MARGIN));
      // A change that was told before may be heard of only now.
      Map<TaskChange, String> told = known.versions(call.caller());
      Map<TaskChange, Optional<Instant>> before = new HashMap<>();
      for (TaskSummary each : tasks.tasks(agent, exchange, TaskFilter.OPEN).tasks()) {
        if (goal.until() != WaitUntil.ENDED
            && goal.until() != WaitUntil.CHANGE
            && StatusTool.waitsForAgent(each)) {
          return tasks.task(agent, Optional.of(each.exchange()), each.ref());
        }
        before.put(
            new TaskChange(each.exchange(), each.ref()), Optional.ofNullable(each.updated()));
      }
      long begin = nanoTime.getAsLong();
      long end = begin + goal.longest().toNanos();
      for (long now = begin; now < end; now = nanoTime.getAsLong()) {
        call.progress().report((now - begin) / SECOND, "nothing new yet");
        @Nullable TaskChange change =
            changes.poll(Math.min(end - now, STEP.toNanos()), TimeUnit.NANOSECONDS);
        if (change == null || !change.exchange().equals(exchange.orElse(change.exchange()))) {
          continue;
        }
        Optional<AgentTask> task =
            tasks
                .task(agent, Optional.of(change.exchange()), change.ref())
                .filter(each ->
                    !each.version().equals(told.get(change))
                        && stands(
                            each,
                            goal,
                            !Optional.ofNullable(each.updated()).equals(before.get(change))));
        if (task.isPresent()) {
          return task;
        }
      }
      return Optional.empty();
    }
  }

  /** What the caller waits for and what happened when it did not. */
  private Optional<AgentTask> missed(McpCaller caller, Optional<String> exchange, Goal goal)
      throws IOException {
    TaskFilter changed =
        new TaskFilter(
            TaskFilter.ALL.statuses(), known.since(caller, exchange), TaskFilter.MOST, null);
    boolean open = goal.until() == WaitUntil.ANSWERED || goal.until() == WaitUntil.CHANGE;
    for (TaskSummary each : tasks.tasks(caller.agent(), exchange, changed).tasks()) {
      if (open || each.status().ended()) {
        Optional<AgentTask> task =
            tasks
                .task(caller.agent(), Optional.of(each.exchange()), each.ref())
                .filter(now -> missed(now, goal, known.version(caller, now)));
        if (task.isPresent()) {
          return task;
        }
      }
    }
    return Optional.empty();
  }

  /**
   * @param told version that the caller knows
   */
  private static boolean missed(AgentTask now, Goal goal, Optional<String> told) {
    if (told.filter(now.version()::equals).isPresent()) {
      return false;
    }
    boolean change = goal.until() == WaitUntil.CHANGE && !now.status().ended();
    return change ? told.isPresent() : goal.reached(now, now.version());
  }

  /**
   * @param changed whether it changed since the beginning, or was not open then
   */
  private static boolean stands(AgentTask task, Goal goal, boolean changed) {
    return goal.until() == WaitUntil.CHANGE ? changed : goal.reached(task, task.version());
  }
}
