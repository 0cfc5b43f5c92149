package org.messgateway.gateway.mcp.tools;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.messgateway.gateway.agents.AgentTask;
import org.messgateway.gateway.agents.TaskAttachment;
import org.messgateway.gateway.mcp.McpCaller;
import org.messgateway.gateway.mcp.McpContent;
import org.messgateway.gateway.mcp.ToolResult;

/**
 * Results of tools that are about one task: text, members, pictures, and links to other files. The
 * caller knows from then on how the task stands. Safe for all threads.
 */
final class TaskToolResults {

  /** Files that one result shows or links. */
  private static final int MOST_FILES = 20;

  private final KnownTasks known;
  private final AgentVoice voice;

  TaskToolResults(KnownTasks known, AgentVoice voice) {
    this.known = known;
    this.voice = voice;
  }

  ToolResult of(McpCaller caller, AgentTask task, List<String> notes) {
    TaskReport report = report(task, notes);
    List<McpContent> content = content(caller, task, report);
    return new ToolResult(content, report.members(), false);
  }

  /**
   * How a task stands.
   *
   * @param notes sentences of the gateway about this call
   */
  TaskReport report(AgentTask task, List<String> notes) {
    return new TaskReport(task, notes, voice.argument(Optional.of(task.exchange())));
  }

  /** The text of a task, its pictures, the latest first where not all have room, and links. */
  List<McpContent> content(McpCaller caller, AgentTask task, TaskReport report) {
    known.told(caller, task);
    List<TaskAttachment> files = report.brought();
    List<TaskAttachment> latest =
        files.subList(Math.max(0, files.size() - MOST_FILES), files.size()).reversed();
    Pictures pictures = new Pictures(caller.clientName());
    Map<String, List<McpContent>> shown = new LinkedHashMap<>();
    for (TaskAttachment file : latest) {
      McpContent about =
          new McpContent.Words(
              "# The picture %s, of %s:".formatted(quoted(file), writer(report, file)));
      shown.put(
          file.name(),
          pictures
              .of(file)
              .map(picture -> List.of(about, picture))
              .orElseGet(() -> List.of(link(report, file))));
    }
    List<McpContent> content = new ArrayList<>();
    content.add(new McpContent.Words(report.text()));
    latest.reversed().forEach(file -> content.addAll(shown.getOrDefault(file.name(), List.of())));
    return content;
  }

  /** A link to a file, which {@code resources/read} and {@code mess_fetch} get. */
  static McpContent link(TaskReport report, TaskAttachment file) {
    return new McpContent.Link(
        file.uri(),
        OthersWords.line(file.title()),
        OthersWords.line(file.mime()),
        file.size() < 0 ? null : file.size(),
        "A file of " + writer(report, file) + ".");
  }

  private static String quoted(TaskAttachment file) {
    return '"' + OthersWords.line(file.title()).replace('"', '\'') + '"';
  }

  private static String writer(TaskReport report, TaskAttachment file) {
    return report
        .writer(file)
        .map(from -> OthersWords.line(from.id()))
        .orElse("somebody who is not named");
  }
}
