package org.messgateway.gateway.mcp.tools;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.agents.AgentTask;
import org.messgateway.gateway.agents.AgentTasks;
import org.messgateway.gateway.agents.OpenMatter;
import org.messgateway.gateway.answer.AgentRequests.RequestResult;
import org.messgateway.gateway.answer.AgentRequests.Standing;
import org.messgateway.gateway.mcp.McpTool;
import org.messgateway.gateway.mcp.ToolCall;
import org.messgateway.gateway.mcp.ToolDescription;
import org.messgateway.gateway.mcp.ToolResult;

/** {@code mess_answer} and {@code mess_cancel}: what an agent says in a task that is there. */
final class ReplyTools {

  private static final String ANSWER = "answer";
  private static final String ANSWERS = "answers";
  private static final String CONFIRM = "confirm";
  private static final String ACCEPT = "accept";
  private static final String REASON = "reason";

  private final AgentTasks tasks;
  private final AgentVoice voice;
  private final TaskToolResults results;

  ReplyTools(AgentTasks tasks, AgentVoice voice, TaskToolResults results) {
    this.tasks = tasks;
    this.voice = voice;
    this.results = results;
  }

  /** Answers a question, a request for confirmation, or a suggestion. */
  McpTool answer() {
    Schema input =
        Schema.input()
            .text(
                ToolInputs.RE,
                "Request ID, or the id of a suggestion. A task with one open suggestion will do.")
            .text(ANSWER, "Answer to the question that is open")
            .object(ANSWERS, "Answers by name, as in {location: both}")
            .truth(CONFIRM, "Yes or no to an executor that wants to be told before it acts")
            .truth(ACCEPT, "Whether you take a suggestion")
            .text(REASON, "Why, for whoever asked");
    ToolInputs.exchange(input).require(ToolInputs.RE);
    return new RefusingTool(
        new ToolDescription(
            "mess_answer",
            "Answer a question",
            "Answer what a task waits for: `answer` or `answers` for a question, `confirm` where"
                + " somebody wants a yes before acting, `accept` for a suggestion; exactly one of"
                + " these. Say yes for the user only when the user wants it. Then go on with"
                + " mess_wait.",
            input.map(),
            TaskReportSchema.of().map(),
            ToolInputs.ALIASES,
            false,
            true,
            true),
        this::answered);
  }

  /** Cancels a task. */
  McpTool cancel() {
    Schema input =
        Schema.input().text(ToolInputs.RE, "Request ID").text(REASON, "Why, for whoever has it");
    ToolInputs.exchange(input).require(ToolInputs.RE);
    return new RefusingTool(
        new ToolDescription(
            "mess_cancel",
            "Cancel a task",
            "Cancel a pending request. Whoever has it is told. It cannot be taken back; a task that"
                + " has ended stays as it is.",
            input.map(),
            TaskReportSchema.of().map(),
            ToolInputs.ALIASES,
            false,
            true,
            true),
        this::cancelled);
  }

  private ToolResult cancelled(ToolCall call, Arguments arguments) throws CallRefusal {
    Map<String, @Nullable Object> cancel = new LinkedHashMap<>();
    cancel.put(ToolInputs.RE, re(arguments, "mess_cancel(re: \"2026-01-31-001\")"));
    arguments.text(REASON).ifPresent(reason -> cancel.put(REASON, reason));
    return said(call, voice.exchange(call.caller(), arguments), "cancel", cancel);
  }

  private ToolResult answered(ToolCall call, Arguments arguments) throws CallRefusal {
    String re = re(arguments, "mess_answer(re: \"2026-01-31-001\", answer: \"the left one\")");
    List<String> given =
        Stream.of(ANSWER, ANSWERS, CONFIRM, ACCEPT)
            .filter(name -> arguments.value(name) != null)
            .toList();
    if (given.size() != 1) {
      throw new CallRefusal(
          "Give exactly one of `answer`, `answers`, `confirm` and `accept`; "
              + (given.isEmpty()
                  ? "there is none."
                  : "there are " + String.join(", ", given) + "."));
    }
    Optional<String> exchange = voice.exchange(call.caller(), arguments);
    Optional<AgentTask> task = tasks.task(call.caller().agent(), exchange, re);
    Map<String, @Nullable Object> reply = new LinkedHashMap<>();
    reply.put(ToolInputs.RE, re);
    switch (given.getFirst()) {
      case ANSWER -> {
        String answer =
            arguments.required(ANSWER, "mess_answer(re: \"…\", answer: \"the left one\")");
        Optional<String> field = task.isPresent() ? field(task.get()) : Optional.empty();
        if (field.isPresent()) {
          reply.put(ANSWERS, Map.of(field.get(), answer));
        } else {
          reply.put("context", List.of(answer));
        }
      }
      case ANSWERS -> reply.put(ANSWERS, answers(arguments));
      case CONFIRM -> arguments.truth(CONFIRM).ifPresent(yes -> reply.put(CONFIRM, yes));
      default -> {
        if (task.isPresent()) {
          reply.put(ToolInputs.RE, suggestion(task.get()));
        }
        arguments.truth(ACCEPT).ifPresent(yes -> reply.put(ACCEPT, yes));
      }
    }
    arguments.text(REASON).ifPresent(reason -> reply.put(REASON, reason));
    return said(call, exchange, "reply", reply);
  }

  private static String re(Arguments arguments, String example) throws CallRefusal {
    Optional<String> re = arguments.task();
    return re.isPresent() ? re.get() : arguments.required(ToolInputs.RE, example);
  }

  private static Map<String, Object> answers(Arguments arguments) throws CallRefusal {
    if (!(arguments.value(ANSWERS) instanceof Map<?, ?> map) || map.isEmpty()) {
      throw new CallRefusal("`answers` has a member for each answer, as in {location: both}.");
    }
    Map<String, Object> answers = new LinkedHashMap<>();
    map.forEach((name, value) -> answers.put(String.valueOf(name), value));
    return answers;
  }

  /** Whether each of several open questions wants its answer under a name of its own. */
  static boolean byName(AgentTask task) {
    List<OpenMatter> questions = questions(task);
    return questions.size() > 1
        && questions.stream().noneMatch(question -> question.field().isEmpty());
  }

  private static List<OpenMatter> questions(AgentTask task) {
    return task.open().stream()
        .filter(matter -> matter.kind() == OpenMatter.Kind.QUESTION)
        .toList();
  }

  /** Under which name the open question wants its answer; empty for none. */
  private static Optional<String> field(AgentTask task) throws CallRefusal {
    if (byName(task)) {
      throw new CallRefusal(
          "Several things are asked, and any reply settles all of them: give `answers` with a"
              + " member for each `field` that stands under `open`.");
    }
    List<OpenMatter> questions = questions(task);
    return questions.size() == 1
        ? Optional.of(questions.getFirst().field()).filter(field -> !field.isEmpty())
        : Optional.empty();
  }

  private static String suggestion(AgentTask task) throws CallRefusal {
    List<String> open =
        task.open().stream()
            .filter(matter -> matter.kind() == OpenMatter.Kind.SUGGESTION)
            .map(OpenMatter::id)
            .toList();
    if (open.size() != 1) {
      throw new CallRefusal(
          open.isEmpty()
              ? "No suggestion is open in this task. A question is answered with `answer`, a"
                  + " confirmation with `confirm`."
              : "Several suggestions are open in this task. Name one by its id, which stands under"
                  + " `open` in what mess_status(re) tells.");
    }
    return open.getFirst();
  }

  private ToolResult said(
      ToolCall call, Optional<String> exchange, String type, Map<String, @Nullable Object> value)
      throws CallRefusal {
    Map<String, @Nullable Object> entry = new LinkedHashMap<>();
    entry.put(type, value);
    boolean over =
        tasks
            .task(call.caller().agent(), exchange, String.valueOf(value.get(ToolInputs.RE)))
            .filter(task -> task.status().ended())
            .isPresent();
    RequestResult.Stored told = voice.say(call.caller(), exchange, List.of(entry)).told();
    List<String> notes = new ArrayList<>();
    Standing standing = told.outcomes(Standing.class).findFirst().orElseThrow();
    String note = standing.note();
    if (note != null) {
      notes.add(OthersWords.text(note));
    } else if (over) {
      notes.add("The task had ended before; this changes nothing but is kept in it.");
    }
    if (standing.again()) {
      notes.add("You said the same before; nothing more was done.");
    }
    return results.of(
        call.caller(), TaskChoice.task(tasks, call.caller(), exchange, standing.ref()), notes);
  }
}
