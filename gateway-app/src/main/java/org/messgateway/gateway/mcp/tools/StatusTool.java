package org.messgateway.gateway.mcp.tools;

import java.io.IOException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.agents.AgentTask;
import org.messgateway.gateway.agents.AgentTasks;
import org.messgateway.gateway.agents.TaskFilter;
import org.messgateway.gateway.agents.TaskPage;
import org.messgateway.gateway.agents.TaskPage.TaskSummary;
import org.messgateway.gateway.mcp.McpContent;
import org.messgateway.gateway.mcp.McpTool;
import org.messgateway.gateway.mcp.ToolCall;
import org.messgateway.gateway.mcp.ToolDescription;
import org.messgateway.gateway.mcp.ToolResult;

/** {@code mess_status}: one task with all that was said, or the list of what is open. */
final class StatusTool {

  private static final String ALL = "all";

  private final AgentTasks tasks;
  private final AgentVoice voice;
  private final TaskToolResults results;

  StatusTool(AgentTasks tasks, AgentVoice voice, TaskToolResults results) {
    this.tasks = tasks;
    this.voice = voice;
    this.results = results;
  }

  McpTool tool() {
    Schema input = Schema.input().text(ToolInputs.RE, "Request ID or 'all'");
    ToolInputs.exchange(input)
        .text("cursor", "`cursor` of the page before, where there are more tasks than on one page");
    return new RefusingTool(
        new ToolDescription(
            "mess_status",
            "Look at tasks",
            "How your tasks stand. With `re` (a ref, or your own id) one task with all that was"
                + " said, its pictures and files; without it, or with 'all', the open ones, the"
                + " newest first. Changes nothing and does not wait: mess_wait does.",
            input.map(),
            output().map(),
            ToolInputs.ALIASES,
            true,
            false,
            true),
        this::told);
  }

  private static Schema output() {
    Schema row =
        Schema.output()
            .text("ref", "the exchange's id of the task")
            .text("id", "your own id of it")
            .text("exchange", "its name")
            .text("status", "pending, claimed, needs_input …")
            .text("intent", "what you asked for")
            .text("executor", "who has it, or whom the exchange chose")
            .text("created", "time")
            .text("updated", "time of the last change")
            .text("expires", "a time, or a duration from created")
            .truth("waits_for_you", "whether you have to decide something")
            .objects("suggestions", "that wait for your answer; others' words", Schema.output())
            .require("ref", "exchange", "status");
    return Schema.output()
        .objects("tasks", "the newest first", row)
        .text("cursor", "of the next page; absent on the last")
        .object("task", "all of the one that was asked for", TaskReportSchema.of())
        .text("next", "what to do next")
        .require("tasks");
  }

  private ToolResult told(ToolCall call, Arguments arguments) throws CallRefusal, IOException {
    Optional<String> exchange = voice.exchange(call.caller(), arguments);
    Optional<String> re = arguments.task().filter(called -> !called.equals(ALL));
    return re.isPresent()
        ? one(call, exchange, re.get())
        : page(call, exchange, arguments.text("cursor"));
  }

  private ToolResult one(ToolCall call, Optional<String> exchange, String re) throws CallRefusal {
    AgentTask task = TaskChoice.task(tasks, call.caller(), exchange, re);
    TaskReport report = results.report(task, List.of());
    Map<String, Object> members = new LinkedHashMap<>();
    Map<String, Object> whole = report.members();
    members.put("tasks", List.of(row(task)));
    members.put("task", whole);
    members.put("next", String.valueOf(whole.get("next")));
    return new ToolResult(results.content(call.caller(), task, report), members, false);
  }

  private ToolResult page(ToolCall call, Optional<String> exchange, Optional<String> cursor)
      throws IOException {
    TaskFilter filter = cursor.map(TaskFilter.OPEN::from).orElse(TaskFilter.OPEN);
    TaskPage page = tasks.tasks(call.caller().agent(), exchange, filter);
    MessText text = new MessText();
    for (TaskSummary each : page.tasks()) {
      Map<String, Object> line = row(each);
      line.remove("suggestions");
      text.others("status", line);
    }
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("tasks", page.tasks().stream().map(StatusTool::row).toList());
    page.cursor().ifPresent(next -> members.put("cursor", next));
    String next =
        page.tasks().isEmpty()
            ? "You have no open task."
            : page.cursor()
                .map(more ->
                    "There are more: mess_status(cursor: \"%s\"%s)."
                        .formatted(more, voice.argument(exchange)))
                .orElse(
                    voice.severalExchanges()
                        ? "mess_status(re, exchange) shows one of them, mess_wait(re, exchange)"
                            + " waits for it."
                        : "mess_status(re) shows one of them, mess_wait(re) waits for it.");
    members.put("next", next);
    text.sentence(next);
    return new ToolResult(
        List.of(new McpContent.Words(text.beginning("in the structured result"))), members, false);
  }

  static Map<String, Object> row(TaskSummary task) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("ref", task.ref());
    put(row, "id", task.id());
    row.put("exchange", task.exchange());
    row.put("status", task.status().code());
    row.put("intent", OthersWords.cut(OthersWords.text(task.intent()), 300));
    put(row, "executor", task.executor());
    put(row, "created", time(task.created()));
    put(row, "updated", time(task.updated()));
    put(row, "expires", task.expires());
    row.put("waits_for_you", waitsForAgent(task));
    if (!task.suggestions().isEmpty()) {
      row.put("suggestions", task.suggestions().stream().map(OthersWords::map).toList());
    }
    return row;
  }

  /** Whether its agent has to decide something. */
  static boolean waitsForAgent(TaskSummary task) {
    return task.status() == ThreadStatus.NEEDS_INPUT
        || task.status() == ThreadStatus.NEEDS_CONFIRMATION
        || !task.suggestions().isEmpty();
  }

  private static Map<String, Object> row(AgentTask task) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("ref", task.ref());
    put(row, "id", task.id());
    row.put("exchange", task.exchange());
    row.put("status", task.status().code());
    row.put("intent", OthersWords.cut(OthersWords.text(task.intent()), 300));
    AgentTask.Person holder = task.holder();
    put(row, "executor", holder == null ? null : OthersWords.line(holder.id()));
    put(row, "created", time(task.created()));
    put(row, "updated", time(task.updated()));
    row.put("waits_for_you", !task.open().isEmpty());
    return row;
  }

  private static void put(Map<String, Object> row, String name, @Nullable Object value) {
    if (value != null) {
      row.put(name, value);
    }
  }

  private static @Nullable String time(@Nullable Instant at) {
    return at == null ? null : at.toString();
  }
}
