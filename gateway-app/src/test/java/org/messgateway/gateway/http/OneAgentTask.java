package org.messgateway.gateway.http;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.agents.AgentTask;
import org.messgateway.gateway.agents.AgentTasks;
import org.messgateway.gateway.agents.TaskFilter;
import org.messgateway.gateway.agents.TaskPage;
import org.messgateway.gateway.agents.WaitUntil;

/** One task of one agent, {@code whole: true} in YAML. Nothing happens in it. */
record OneAgentTask(String agent, String ref, String id) implements AgentTasks {

  @Override
  public Optional<AgentTask> task(String who, Optional<String> exchange, String called) {
    return who.equals(agent) && Set.of(ref, id).contains(called)
        ? Optional.of(whole())
        : Optional.empty();
  }

  private AgentTask whole() {
    AgentTask.ThreadText text =
        new AgentTask.ThreadText() {
          @Override
          public String yaml(AgentTask.FileForm files) {
            return "whole: true\n";
          }

          @Override
          public String json(AgentTask.FileForm files) {
            return "{}";
          }
        };
    return new AgentTask(
        "home",
        ref,
        id,
        "look",
        ThreadStatus.PENDING,
        null,
        null,
        null,
        List.of(),
        List.of(),
        List.of(),
        "1",
        0,
        text);
  }

  @Override
  public TaskPage tasks(String who, Optional<String> exchange, TaskFilter filter) {
    return new TaskPage(List.of(), Optional.empty());
  }

  @Override
  public Optional<AgentTask> await(
      String who,
      Optional<String> exchange,
      String called,
      WaitUntil until,
      Duration longest,
      Optional<String> seen) {
    return task(who, exchange, called);
  }

  @Override
  public Subscription subscribe(String who, Consumer<TaskChange> bell) {
    return () -> {};
  }
}
