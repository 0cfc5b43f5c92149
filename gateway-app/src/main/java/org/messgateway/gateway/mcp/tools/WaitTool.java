package org.messgateway.gateway.mcp.tools;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.agents.AgentTask;
import org.messgateway.gateway.agents.AgentTasks;
import org.messgateway.gateway.agents.WaitUntil;
import org.messgateway.gateway.mcp.McpContent;
import org.messgateway.gateway.mcp.McpTool;
import org.messgateway.gateway.mcp.ToolCall;
import org.messgateway.gateway.mcp.ToolDescription;
import org.messgateway.gateway.mcp.ToolResult;
import org.messgateway.gateway.mcp.tools.TaskWait.Goal;
import org.messgateway.gateway.mcp.tools.TaskWait.Waited;

/** {@code mess_wait}: waits for one task, or for whichever changes first. */
final class WaitTool {

  private static final List<String> CODES =
      Stream.of(WaitUntil.values()).map(WaitUntil::code).toList();

  private final AgentTasks tasks;
  private final AgentVoice voice;
  private final TaskWait wait;
  private final FirstChange first;
  private final TaskToolResults results;

  WaitTool(
      AgentTasks tasks,
      AgentVoice voice,
      TaskWait wait,
      FirstChange first,
      TaskToolResults results) {
    this.tasks = tasks;
    this.voice = voice;
    this.wait = wait;
    this.first = first;
    this.results = results;
  }

  McpTool tool() {
    Schema input =
        Schema.input()
            .text(ToolInputs.RE, "Request ID. If left out: whichever of your tasks is first")
            .choice(
                "until",
                "question (if left out): a question for you, or the end; answered: also a first"
                    + " answer; ended: the end only; change: anything new",
                CODES)
            .text("seen", "`version` that you know, for until: change");
    ToolInputs.wait(input, "50 if left out; 0 looks once.");
    ToolInputs.exchange(input);
    return new RefusingTool(
        new ToolDescription(
            "mess_wait",
            "Wait for a task",
            "Wait until a task has an answer, a question for you, or an end; 50 seconds unless"
                + " `wait` says otherwise. When the time is over, it returns how the task stands:"
                + " call it again. What was answered is never lost in between.",
            input.map(),
            output().map(),
            ToolInputs.ALIASES,
            true,
            false,
            true),
        this::waited);
  }

  /** Without {@code re} there may be no task to tell of. */
  private static Schema output() {
    return TaskReportSchema.of().require("next");
  }

  private ToolResult waited(ToolCall call, Arguments arguments)
      throws CallRefusal, IOException, InterruptedException {
    Optional<String> exchange = voice.exchange(call.caller(), arguments);
    Optional<String> re = arguments.task();
    Goal goal =
        new Goal(
            until(arguments),
            arguments.seconds("wait", TaskWait.MOST).orElse(TaskWait.USUAL),
            seen(arguments));
    if (re.isPresent()) {
      AgentTask task = TaskChoice.task(tasks, call.caller(), exchange, re.get());
      return told(call, wait.until(call, task, goal));
    }
    Optional<AgentTask> changed = first.await(call, exchange, goal);
    if (changed.isEmpty()) {
      return nothing(goal.longest());
    }
    // What it asks may be asked of the person in front of the client now.
    Duration moment = goal.longest().isPositive() ? Duration.ofMillis(1) : Duration.ZERO;
    return told(call, wait.until(call, changed.get(), new Goal(goal.until(), moment)));
  }

  private static @Nullable String seen(Arguments arguments) throws CallRefusal {
    return arguments.text("seen").orElse(null);
  }

  private static WaitUntil until(Arguments arguments) throws CallRefusal {
    Optional<String> code = arguments.text("until");
    if (code.isEmpty()) {
      return WaitUntil.QUESTION;
    }
    return WaitUntil.of(code.get())
        .orElseThrow(
            () -> new CallRefusal("`until` is one of %s.".formatted(String.join(", ", CODES))));
  }

  private ToolResult told(ToolCall call, Waited waited) {
    return results.of(call.caller(), waited.task(), waited.notes());
  }

  private static ToolResult nothing(Duration waited) {
    String next =
        "Nothing happened in %d s. Call mess_wait again, or mess_status() to see what is open."
            .formatted(waited.toSeconds());
    return new ToolResult(List.of(new McpContent.Words(next)), Map.of("next", next), false);
  }
}
