package org.messgateway.gateway.mcp.tools;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.agents.AgentTask;
import org.messgateway.gateway.agents.AgentTasks;
import org.messgateway.gateway.agents.SaidMessage;
import org.messgateway.gateway.agents.WaitUntil;
import org.messgateway.gateway.http.ProblemException;
import org.messgateway.gateway.mcp.Elicitation.FormReply;
import org.messgateway.gateway.mcp.ToolCall;

/**
 * Waits for a task within a call: reports how it goes, and asks the person in front of the client
 * what executors ask, where the client can. Safe for all threads.
 */
final class TaskWait {

  /** The longest wait of a call. */
  static final Duration MOST = Duration.ofMinutes(10);

  /** Clients give up after 60 s, most of them. */
  static final Duration USUAL = Duration.ofSeconds(50);

  /** Between two reports. */
  private static final Duration STEP = Duration.ofSeconds(4);

  /** How long a form stays open. */
  private static final Duration FORM = Duration.ofMinutes(5);

  /** What is left at least after a person answered. */
  private static final Duration GRACE = Duration.ofSeconds(10);

  private final AgentTasks tasks;
  private final AgentVoice voice;
  private final LongSupplier nanoTime;

  /**
   * @param nanoTime a monotonic clock
   */
  TaskWait(AgentTasks tasks, AgentVoice voice, LongSupplier nanoTime) {
    this.tasks = tasks;
    this.voice = voice;
    this.nanoTime = nanoTime;
  }

  /**
   * What is waited for.
   *
   * @param seen version that the agent knows; null for how the task stands at the beginning
   */
  record Goal(WaitUntil until, Duration longest, @Nullable String seen) {

    Goal(WaitUntil until, Duration longest) {
      this(until, longest, null);
    }

    boolean reached(AgentTask task, String first) {
      if (task.status().ended()) {
        return true;
      }
      return switch (until) {
        case ENDED -> false;
        case QUESTION -> !task.open().isEmpty();
        case ANSWERED -> !task.open().isEmpty() || answered(task);
        case CHANGE -> !task.version().equals(seen == null ? first : seen);
      };
    }

    private static boolean answered(AgentTask task) {
      return task.said().stream()
          .filter(message -> message.speaker() == SaidMessage.Speaker.OTHER)
          .flatMap(message -> message.entries().stream())
          .anyMatch(entry -> entry.kind().equals("response"));
    }
  }

  /** How the task stands at the end, and sentences about what was asked and answered meanwhile. */
  record Waited(AgentTask task, List<String> notes) {}

  /**
   * Waits for a task.
   *
   * @param start how it stands
   * @throws CallRefusal when it is not there any more
   * @throws InterruptedException when the caller cancelled or has gone
   */
  Waited until(ToolCall call, AgentTask start, Goal goal) throws CallRefusal, InterruptedException {
    WaitReport report = new WaitReport(call.progress(), nanoTime);
    List<String> notes = new ArrayList<>();
    Set<String> asked = new HashSet<>();
    boolean waits = goal.longest().isPositive();
    long end = nanoTime.getAsLong() + goal.longest().toNanos();
    AgentTask now = start;
    while (true) {
      report.tell(now);
      Optional<QuestionForm> question =
          waits && call.elicitation().available() ? unasked(now, asked) : Optional.empty();
      if (question.isPresent()) {
        if (asked(call, now, question.get(), report, notes)) {
          end = Math.max(end, nanoTime.getAsLong() + GRACE.toNanos());
        }
        now = current(call, now);
        continue;
      }
      Duration left = Duration.ofNanos(end - nanoTime.getAsLong());
      if (goal.reached(now, start.version()) || !left.isPositive()) {
        return new Waited(now, notes);
      }
      now = changed(call, now, left.compareTo(STEP) < 0 ? left : STEP);
    }
  }

  private static Optional<QuestionForm> unasked(AgentTask task, Set<String> asked) {
    return QuestionForm.of(task).stream().filter(form -> asked.add(form.key())).findFirst();
  }

  /** Asks the person; whether an answer was sent. */
  private boolean asked(
      ToolCall call, AgentTask task, QuestionForm form, WaitReport report, List<String> notes)
      throws InterruptedException {
    FormReply reply =
        call.elicitation()
            .ask(form.message(), form.schema(), FORM, () -> asks(call, task, form, report));
    switch (reply) {
      case FormReply.Filled(var content) -> {
        var entry = form.reply(content);
        if (entry.isEmpty()) {
          return false;
        }
        try {
          voice.sayOnce(
              call.caller(), Optional.of(task.exchange()), List.of(entry.get()), form.key());
          notes.add("The person in front of the client answered; the answer was sent.");
          return true;
        } catch (ProblemException e) {
          notes.add("The answer of the person in front of the client was not taken: " + e.detail());
          return false;
        }
      }
      case FormReply.Refused() -> {
        notes.add("The person in front of the client was asked, and did not want to answer.");
        return false;
      }
      case FormReply.Dismissed() -> {
        return false;
      }
    }
  }

  /** Whether a task asks what a form says; it may be decided elsewhere, or have ended. */
  private boolean asks(ToolCall call, AgentTask task, QuestionForm form, WaitReport report) {
    Optional<AgentTask> now = found(call, task);
    now.ifPresent(report::tell);
    return now.stream()
        .flatMap(each -> QuestionForm.of(each).stream())
        .anyMatch(each -> each.key().equals(form.key()));
  }

  private AgentTask current(ToolCall call, AgentTask task) throws CallRefusal {
    return found(call, task).orElseThrow(() -> gone(task));
  }

  private Optional<AgentTask> found(ToolCall call, AgentTask task) {
    return tasks.task(call.caller().agent(), Optional.of(task.exchange()), task.ref());
  }

  private AgentTask changed(ToolCall call, AgentTask task, Duration longest)
      throws CallRefusal, InterruptedException {
    return tasks
        .await(
            call.caller().agent(),
            Optional.of(task.exchange()),
            task.ref(),
            WaitUntil.CHANGE,
            longest,
            Optional.of(task.version()))
        .orElseThrow(() -> gone(task));
  }

  private static CallRefusal gone(AgentTask task) {
    return new CallRefusal("The task %s is not here any more.".formatted(task.ref()));
  }
}
