package org.messgateway.gateway.mcp.tools;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.messgateway.gateway.agents.AgentTask;
import org.messgateway.gateway.agents.AgentTask.FileForm;
import org.messgateway.gateway.agents.AgentTasks;
import org.messgateway.gateway.agents.TaskFilter;
import org.messgateway.gateway.agents.TaskPage;
import org.messgateway.gateway.exchange.format.YamlWriter;
import org.messgateway.gateway.mcp.McpCaller;

/** The texts of resources: lists of tasks, and threads, in YAML. Safe for all threads. */
final class ResourceReader {

  /** Tasks of a page of history. */
  private static final int PAGE = 100;

  private static final String SEPARATOR = "---\n";

  private final AgentTasks tasks;

  ResourceReader(AgentTasks tasks) {
    this.tasks = tasks;
  }

  /** The open tasks, the newest first. */
  String pending(McpCaller caller, Optional<String> exchange) throws IOException {
    return list(
        tasks.tasks(caller.agent(), exchange, TaskFilter.OPEN.limited(TaskFilter.MOST)),
        "mess_status(cursor) has the rest");
  }

  /** All tasks, the newest first. */
  String history(McpCaller caller, Optional<String> exchange, Optional<String> cursor)
      throws IOException {
    TaskFilter page = TaskFilter.ALL.limited(PAGE);
    return list(
        tasks.tasks(caller.agent(), exchange, cursor.map(page::from).orElse(page)),
        "mess://history?cursor=… has the rest");
  }

  private static String list(TaskPage page, String rest) {
    Map<String, Object> list = new LinkedHashMap<>();
    list.put("threads", page.tasks().stream().map(StatusTool::row).toList());
    page.cursor().ifPresent(cursor -> list.put("cursor", cursor));
    String text = YamlWriter.write(list);
    return page.cursor().isEmpty() ? text : text + "# " + rest + "\n";
  }

  Optional<AgentTask> task(McpCaller caller, Optional<String> exchange, String id) {
    return tasks.task(caller.agent(), exchange, id);
  }

  /** A thread in YAML, its files as {@code content:} URIs. */
  static String thread(AgentTask task, ResourceUri.Part part) {
    String whole = task.text().yaml(FileForm.CONTENT_URI);
    return switch (part) {
      case WHOLE -> whole;
      case ENVELOPE -> documents(whole).getFirst();
      case LATEST -> documents(whole).getLast();
    };
  }

  private static List<String> documents(String yaml) {
    String begun = yaml.startsWith(SEPARATOR) ? yaml.substring(SEPARATOR.length()) : yaml;
    List<String> documents =
        List.of(begun.split("(?m)^---(?:[ \\t].*)?\\n")).stream()
            .filter(document -> !document.isBlank())
            .toList();
    return documents.isEmpty() ? List.of("") : documents;
  }
}
