package org.messgateway.gateway.mcp.tools;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import org.messgateway.gateway.agents.AgentTask;
import org.messgateway.gateway.agents.AgentTasks;
import org.messgateway.gateway.agents.TaskAttachment;
import org.messgateway.gateway.agents.UnknownExchangeException;
import org.messgateway.gateway.mcp.McpCaller;
import org.messgateway.gateway.mcp.McpResources;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Lists of an agent's tasks, its threads, and their files, by URI. */
final class AgentResources implements McpResources {

  static final String YAML = "application/x-yaml";

  private static final Logger log = LoggerFactory.getLogger(AgentResources.class);

  /** Bytes of a file at most: it is held in memory, and once more in base64. */
  private static final int LARGEST_FILE = 10 << 20;

  private static final String MESSE_AF = "application/yaml";

  private final AgentTasks tasks;
  private final ResourceReader reader;

  AgentResources(AgentTasks tasks, ResourceReader reader) {
    this.tasks = tasks;
    this.reader = reader;
  }

  @Override
  public List<Listed> fixed() {
    return List.of(
        new Listed(
            ResourceUri.PENDING,
            "Pending MESS requests",
            "Pending MESS requests",
            "Your open tasks, the newest first",
            YAML),
        new Listed(
            ResourceUri.HISTORY,
            "MESS request history",
            "MESS request history",
            "Your newest 100 tasks, open or ended; `?cursor=` goes on",
            YAML));
  }

  @Override
  public List<Listed> templates() {
    return List.of(
        new Listed(
            ResourceUri.REQUEST,
            "MESS request details",
            "MESS request details",
            "One task with all that was said, by ref or your own id",
            YAML),
        new Listed(
            ResourceUri.HISTORY + "{?cursor}",
            "MESS request history, next page",
            "MESS request history, next page",
            "The page behind a cursor",
            YAML),
        new Listed(
            ResourceUri.THREAD, "Thread", "Thread", "One task as a MESSE-AF thread", MESSE_AF),
        new Listed(
            ResourceUri.ENVELOPE,
            "Envelope of a thread",
            "Envelope of a thread",
            "Status, holder, times and history",
            MESSE_AF),
        new Listed(
            ResourceUri.LATEST,
            "Latest message of a thread",
            "Latest message of a thread",
            "What was said last",
            MESSE_AF),
        new Listed(
            ResourceUri.CONTENT,
            "File of a task",
            "File of a task",
            "A picture or another file that a task names",
            "application/octet-stream"));
  }

  @Override
  public Optional<Contents> read(McpCaller caller, String uri) {
    Optional<String> exchange = exchange(caller, uri);
    try {
      return switch (ResourceUri.of(uri).orElse(null)) {
        case ResourceUri.Pending() ->
            Optional.of(new Contents.Written(uri, YAML, reader.pending(caller, exchange)));
        case ResourceUri.History(Optional<String> cursor) ->
            Optional.of(new Contents.Written(uri, YAML, reader.history(caller, exchange, cursor)));
        case ResourceUri.Task(String id) ->
            reader
                .task(caller, exchange, id)
                .map(task ->
                    new Contents.Written(
                        uri, YAML, ResourceReader.thread(task, ResourceUri.Part.WHOLE)));
        case ResourceUri.ThreadPart(String ref, ResourceUri.Part part) ->
            reader
                .task(caller, exchange, ref)
                .map(
                    task -> new Contents.Written(uri, MESSE_AF, ResourceReader.thread(task, part)));
        case ResourceUri.File(String ref, String name) ->
            reader
                .task(caller, exchange, ref)
                .flatMap(task -> task.file(name))
                .flatMap(file -> file(uri, file));
        case null -> Optional.empty();
      };
    } catch (UnknownExchangeException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException("A list of tasks cannot be read", e);
    }
  }

  private static Optional<String> exchange(McpCaller caller, String uri) {
    return ResourceUri.exchange(uri).or(caller::exchange);
  }

  private static Optional<Contents> file(String uri, TaskAttachment file) {
    try {
      byte[] bytes = file.bytes(LARGEST_FILE);
      boolean text = file.mime().startsWith("text/");
      return Optional.of(
          text
              ? new Contents.Written(uri, file.mime(), OthersWords.plain(new String(bytes, UTF_8)))
              : new Contents.Binary(uri, Pictures.type(bytes).orElse(file.mime()), bytes));
    } catch (TaskAttachment.TooLargeException e) {
      return Optional.of(
          new Contents.Written(
              uri,
              "text/plain",
              "This file is too large to be read here. GET %s with your token gets it."
                  .formatted(file.url())));
    } catch (IOException e) {
      log.debug("A file of a task is not read: {}", e.getMessage());
      return Optional.empty();
    }
  }

  @Override
  public Optional<ChangeWatch> subscribe(McpCaller caller, String uri, Runnable changed) {
    return switch (ResourceUri.of(uri).orElse(null)) {
      case ResourceUri.Pending(), ResourceUri.History(_) ->
          Optional.of(tasks.subscribe(caller.agent(), _ -> changed.run())::close);
      case ResourceUri.Task(String id) -> watch(caller, uri, id, changed);
      case ResourceUri.ThreadPart(String ref, _) -> watch(caller, uri, ref, changed);
      case ResourceUri.File(String ref, _) -> watch(caller, uri, ref, changed);
      case null -> Optional.empty();
    };
  }

  private Optional<ChangeWatch> watch(McpCaller caller, String uri, String id, Runnable changed) {
    return task(caller, uri, id)
        .map(watched ->
            tasks.subscribe(
                    caller.agent(),
                    change -> {
                      if (change.ref().equals(watched.ref())
                          && change.exchange().equals(watched.exchange())) {
                        changed.run();
                      }
                    })
                ::close);
  }

  private Optional<AgentTask> task(McpCaller caller, String uri, String id) {
    try {
      return reader.task(caller, exchange(caller, uri), id);
    } catch (UnknownExchangeException e) {
      return Optional.empty();
    }
  }
}
