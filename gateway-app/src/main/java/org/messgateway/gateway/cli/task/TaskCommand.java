package org.messgateway.gateway.cli.task;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.Durations;
import org.messgateway.api.mess.Timestamps;
import org.messgateway.gateway.cli.command.Command;
import org.messgateway.gateway.cli.command.CommandContext;
import org.messgateway.gateway.cli.command.CommandFailure;
import org.messgateway.gateway.cli.command.CommandHint;
import org.messgateway.gateway.cli.command.CommandOutput;
import org.messgateway.gateway.home.GatewayLock;
import picocli.CommandLine.Option;

/** Base of the commands about a task of anybody, in any exchange of the home. */
abstract class TaskCommand extends Command {

  @Option(
      names = "--exchange",
      paramLabel = "NAME",
      description = "Where the task is (default: the first exchange that has it).")
  private @Nullable String exchange;

  @Option(names = "--json", description = "Prints JSON.")
  private boolean json;

  @Override
  public final Integer call() throws IOException, InterruptedException {
    try (CommandContext context = workplace()) {
      return call(context);
    }
  }

  private int call(CommandContext context) throws IOException, InterruptedException {
    try (TaskFinder finder = new TaskFinder(context.config(), exchange)) {
      return call(context, finder);
    } catch (TaskLookupException e) {
      throw CommandFailure.failed(
          e.sentence()
              + (e.sentence().endsWith(".") ? "" : ".")
              + (context.nothingRan() ? " Nothing has run here yet." : "")
              + " To see all: "
              + hint().to("threads"));
    }
  }

  /** Does it; returns the exit status. */
  abstract int call(CommandContext context, TaskFinder finder)
      throws IOException, InterruptedException, TaskLookupException;

  final boolean json() {
    return json;
  }

  /** The exchange that was named; null for none. */
  final @Nullable String exchange() {
    return exchange;
  }

  final TaskText text() {
    return text(hint());
  }

  static TaskText text(CommandHint hint) {
    return new TaskText(
        ZoneId.systemDefault(), Instant.now(), words -> hint.to(words.toArray(String[]::new)));
  }

  /** Prints what a task was answered, or what it waits for. */
  static void tell(
      FoundTask task, WaitOutcome outcome, boolean json, TaskText text, CommandOutputs outputs)
      throws IOException {
    if (json) {
      Map<String, Object> shown = text.json(task);
      shown.put("outcome", outcome.name().toLowerCase(Locale.ROOT));
      outputs.out().json(shown);
      return;
    }
    List<TaskText.Line> lines =
        outcome == WaitOutcome.ANSWERED ? text.answer(task) : text.lines(task);
    lines.forEach(line -> outputs.out().line(line.text()));
    outputs
        .err()
        .line(task.ref() + ": " + task.thread().envelope().status().code().replace('_', ' '));
  }

  /** Where a command writes. */
  record CommandOutputs(CommandOutput out, CommandOutput err) {}

  final CommandOutputs outputs() {
    return new CommandOutputs(out(), err());
  }

  /** A time that was typed: {@code 10m}. */
  static Duration duration(String option, String text) {
    return Durations.parse(text)
        .filter(time -> !time.isNegative())
        .orElseThrow(() ->
            CommandFailure.usage(
                option + " " + text + " is no length of time; write it like 10m or 2h."));
  }

  /** An instant that was typed; null where none was. */
  static @Nullable Instant time(String option, @Nullable String text) {
    if (text == null) {
      return null;
    }
    return Timestamps.parse(text)
        .orElseThrow(() ->
            CommandFailure.usage(
                option + " " + text + " is no time; write it like 2026-11-20T18:00:00+01:00."));
  }

  /** Nobody is told, and nobody answers, while no gateway runs. */
  static void warnIfNoneRuns(CommandContext context, CommandHint hint, CommandOutput err) {
    if (!GatewayLock.held(context.home().resolve(".gateway"))) {
      err.line("No gateway runs here, so nobody is told: " + hint.to("run"));
    }
  }

  /** Says what became of a message about a task, for people. */
  final void tellStanding(FoundTask task, JsonNode standing) {
    if (json) {
      out().json(new ObjectMapper().convertValue(standing, Map.class));
      return;
    }
    String holder = standing.path("holder").asText("");
    out()
        .line(
            task.ref()
                + ": "
                + standing.path("status").asText().replace('_', ' ')
                + (holder.isEmpty() || holder.equals("null") ? "" : ", " + holder));
    standing.path("notes").forEach(note -> err().line(note.asText()));
    if (standing.hasNonNull("note")) {
      err().line(standing.path("note").asText());
    }
  }

  /** The query of a request about a task: the exchange where it was found. */
  static String in(FoundTask task) {
    return "?exchange=" + GatewayMessages.encoded(task.exchange());
  }
}
