package org.messgateway.gateway.mcp.tools;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.agents.AgentTask;
import org.messgateway.gateway.agents.AgentTasks;
import org.messgateway.gateway.agents.WaitUntil;
import org.messgateway.gateway.answer.AgentRequests.Created;
import org.messgateway.gateway.answer.AgentRequests.RequestResult;
import org.messgateway.gateway.answer.AgentRequests.UnclaimedRequirement;
import org.messgateway.gateway.mcp.McpTool;
import org.messgateway.gateway.mcp.ToolCall;
import org.messgateway.gateway.mcp.ToolDescription;
import org.messgateway.gateway.mcp.ToolResult;

/** {@code mess_observe} and {@code mess_do}: one request in plain words. */
final class RequestTools {

  private static final String INTENT = "intent";

  private final AgentTasks tasks;
  private final AgentVoice voice;
  private final TaskWait wait;
  private final TaskToolResults results;

  RequestTools(AgentTasks tasks, AgentVoice voice, TaskWait wait, TaskToolResults results) {
    this.tasks = tasks;
    this.voice = voice;
    this.wait = wait;
    this.results = results;
  }

  /** Asks people or robots to look at something, and waits for what they say. */
  McpTool observe() {
    Schema input =
        Schema.input().text(INTENT, "What to look at, in plain words: what's in the fridge?");
    ToolInputs.exchange(ToolInputs.context(input));
    ToolInputs.wait(input, "50 if left out; 0 returns at once.").require(INTENT);
    return tool(
        "mess_observe",
        "Ask for an observation",
        "Ask a person, robot or service to look at something in the physical world. Waits until"
            + " the answer or a question is there, 50 seconds unless `wait` says otherwise."
            + " When the time is over, it returns how the task stands: go on with mess_wait."
            + " The same words again within a minute are the same task.",
        input,
        List.of("context"),
        TaskWait.USUAL);
  }

  /** Asks people or robots to do something. */
  McpTool act() {
    Schema input = Schema.input().text(INTENT, "What to do, in plain words: vacuum the rice spill");
    ToolInputs.context(input)
        .texts(
            "requires",
            "Ids of capabilities that whoever does it must have; mess_capabilities lists them.");
    ToolInputs.exchange(input);
    ToolInputs.wait(input, "If left out, it returns at once.").require(INTENT);
    return tool(
        "mess_do",
        "Ask for an action",
        "Ask a person, robot or service to do something in the physical world. Returns at once"
            + " with the task's ref, or waits as long as `wait` says; go on with mess_wait. It"
            + " may require confirmation: whoever does it may ask for a yes first, which you"
            + " give with mess_answer once the user agrees. The same words again within a"
            + " minute are the same task.",
        input,
        List.of("context", "requires"),
        Duration.ZERO);
  }

  /**
   * A tool that asks.
   *
   * @param lists arguments that go into the request as they are, where they are given
   * @param usual how long it waits when the call does not say so
   */
  private RefusingTool tool(
      String name,
      String title,
      String description,
      Schema input,
      List<String> lists,
      Duration usual) {
    return new RefusingTool(
        new ToolDescription(
            name,
            title,
            description,
            input.map(),
            TaskReportSchema.of().map(),
            Map.of(),
            false,
            false,
            false),
        (call, arguments) -> {
          Map<String, @Nullable Object> request = request(arguments, name, lists);
          Duration longest = arguments.seconds("wait", TaskWait.MOST).orElse(usual);
          return asked(call, arguments, request, longest);
        });
  }

  private static Map<String, @Nullable Object> request(
      Arguments arguments, String tool, List<String> lists) throws CallRefusal {
    Map<String, @Nullable Object> request = new LinkedHashMap<>();
    request.put(
        INTENT,
        arguments.required(INTENT, tool + "(intent: \"see whether the back door is shut\")"));
    for (String list : lists) {
      List<String> given = arguments.texts(list);
      if (!given.isEmpty()) {
        request.put(list, given);
      }
    }
    return request;
  }

  private ToolResult asked(
      ToolCall call, Arguments arguments, Map<String, @Nullable Object> request, Duration longest)
      throws CallRefusal, InterruptedException {
    Optional<String> exchange = voice.exchange(call.caller(), arguments);
    Map<String, @Nullable Object> entry = new LinkedHashMap<>();
    entry.put("request", request);
    RequestResult.Stored told = voice.say(call.caller(), exchange, List.of(entry)).told();
    Created created = told.created().getFirst();
    AgentTask task =
        tasks
            .task(call.caller().agent(), exchange, created.ref())
            .orElseThrow(() ->
                new CallRefusal(
                    "The task is made, as %s, and cannot be read just now. Go on with mess_wait(re: \"%s\"%s)."
                        .formatted(created.ref(), created.ref(), voice.argument(exchange))));
    TaskWait.Waited waited = wait.until(call, task, new TaskWait.Goal(WaitUntil.QUESTION, longest));
    List<String> notes = new ArrayList<>();
    if (created.again()) {
      notes.add("You asked for the same before: this is that task, no new one.");
    }
    told.outcomes(UnclaimedRequirement.class)
        .forEach(each -> notes.add("Nobody can do this yet: " + OthersWords.text(each.sentence())));
    notes.addAll(waited.notes());
    return results.of(call.caller(), waited.task(), notes);
  }
}
