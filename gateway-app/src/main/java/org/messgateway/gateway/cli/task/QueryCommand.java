package org.messgateway.gateway.cli.task;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.answer.AgentQuery;
import org.messgateway.gateway.cli.command.Command;
import org.messgateway.gateway.cli.command.CommandContext;
import org.messgateway.gateway.cli.command.CommandFailure;
import org.messgateway.gateway.cli.command.HomeInspector;
import org.messgateway.gateway.cli.command.Table;
import org.messgateway.gateway.cli.command.Table.Column;
import org.messgateway.gateway.exchange.format.PlainJson;
import org.messgateway.gateway.exchange.format.YamlWriter;
import org.messgateway.gateway.queue.jdbc.MemoryTable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code query}: what an agent may ask, about the tasks of everybody, and the plan's questions. */
@CommandLine.Command(
    name = "query",
    description = "Asks how tasks stand, and which capabilities and executors there are.",
    footer = {
      "",
      "Columns of the table thread: ref, requestor, executor, status, created, updated, intent,",
      "priority, client_id, folder, exchange. Archived tasks have the folder archive/YYYY-MM.",
      "",
      "  mess-gateway query \"SELECT executor, COUNT(*) FROM thread GROUP BY executor\""
    })
public final class QueryCommand extends Command {

  /** What is asked about. */
  enum Subject {
    STATUS,
    CAPABILITIES,
    EXECUTORS
  }

  /** How it is printed. */
  enum Form {
    YAML,
    JSON,
    TABLE
  }

  @Parameters(
      paramLabel = "QUESTION",
      description = {
        "status, capabilities or executors;",
        "all, pending, executing, completed (by executor), failed (that need somebody);",
        "or SQL, in quotes: SELECT … FROM thread …"
      })
  @SuppressWarnings("NullAway.Init") // picocli sets it before call().
  private String question;

  @Option(names = "--re", split = ",", paramLabel = "ID", description = "Only these: ref or id.")
  private List<String> re = List.of();

  @Option(
      names = "--status",
      split = ",",
      paramLabel = "STATUS",
      description = "Only with these (default: all that are open).")
  private List<String> statuses = List.of();

  @Option(names = "--executor", paramLabel = "ID", description = "Only those that it has.")
  private @Nullable String executor;

  @Option(
      names = "--since",
      paramLabel = "TIME",
      description = "Only changed since: 2026-11-20T18:00:00+01:00.")
  private @Nullable String since;

  @Option(
      names = "--tags",
      split = ",",
      paramLabel = "TAG",
      description = "Only capabilities with all these tags, or tasks that require such.")
  private List<String> tags = List.of();

  @Option(names = "--limit", paramLabel = "N", description = "At most so many (default: 100).")
  private int limit = AgentQuery.USUAL;

  @Option(names = "--cursor", paramLabel = "CURSOR", description = "The page after that one.")
  private @Nullable String cursor;

  @Option(names = "--format", paramLabel = "FORM", description = "table (default), yaml or json.")
  private Form form = Form.TABLE;

  @Option(names = "--json", description = "The same as --format json.")
  private boolean json;

  @Override
  public Integer call() throws IOException {
    try (CommandContext context = workplace();
        HomeInspector home = new HomeInspector(context.config())) {
      Optional<Subject> subject = subject();
      if (subject.isPresent()) {
        tell(subject.get(), new HomeQueries(context.config(), home).answer(query(subject.get())));
      } else {
        tell(EnvelopeQuestions.answer(question, home));
      }
      return DONE;
    }
  }

  private Optional<Subject> subject() {
    return Arrays.stream(Subject.values())
        .filter(subject -> subject.name().equalsIgnoreCase(question.strip()))
        .findFirst();
  }

  private Form form() {
    return json ? Form.JSON : form;
  }

  private void tell(Subject subject, Map<String, @Nullable Object> found) {
    switch (form()) {
      case JSON -> out().json(Objects.requireNonNull(PlainJson.of(found)));
      case YAML -> out().lines(YamlWriter.write(found));
      case TABLE -> table(subject, found);
    }
  }

  private void tell(MemoryTable.Found found) {
    rows(found);
    if (!found.whole()) {
      // Beside rows for programs it must be no value.
      (form() == Form.TABLE ? out() : err())
          .line("… and more than these " + EnvelopeQuestions.MOST_ROWS + "; ask with LIMIT.");
    }
  }

  private void rows(MemoryTable.Found found) {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (List<@Nullable Object> values : found.rows()) {
      Map<String, Object> row = new LinkedHashMap<>();
      for (int i = 0; i < values.size(); i++) {
        row.put(found.columns().get(i), Objects.requireNonNullElse(values.get(i), ""));
      }
      rows.add(row);
    }
    if (form() == Form.YAML) {
      out().lines(YamlWriter.write(Map.of("threads", rows)));
      return;
    }
    if (form() == Form.JSON) {
      out().json(rows);
      return;
    }
    Table table = terminal().table(columns(found.columns()));
    found
        .rows()
        .forEach(row ->
            table.row(row.stream().map(each -> Objects.requireNonNullElse(each, "")).toList()));
    out().table(table, "Nothing.");
  }

  /** What may be long is cut; whatever else was asked for stands whole. */
  private static Column[] columns(List<String> names) {
    return names.stream()
        .map(name -> name.equals("intent") ? Column.of(name) : Column.whole(name))
        .toArray(Column[]::new);
  }

  private AgentQuery query(Subject subject) {
    return switch (subject) {
      case CAPABILITIES -> new AgentQuery.CapabilityQuery(tags);
      case EXECUTORS -> new AgentQuery.ExecutorQuery(executor);
      case STATUS ->
          new AgentQuery.ThreadQuery(
              re,
              statuses.stream().map(QueryCommand::status).collect(Collectors.toSet()),
              executor,
              TaskCommand.time("--since", since),
              tags,
              Math.clamp(limit, 1, AgentQuery.MOST),
              cursor);
    };
  }

  private static ThreadStatus status(String code) {
    return ThreadStatus.of(code)
        .orElseThrow(() -> CommandFailure.usage("There is no status " + code + "."));
  }

  private void table(Subject subject, Map<String, @Nullable Object> found) {
    List<Map<?, ?>> rows = new ArrayList<>();
    if (found.values().iterator().next() instanceof List<?> list) {
      list.forEach(row -> rows.add((Map<?, ?>) row));
    }
    Table table = terminal().table(columns(subject));
    rows.forEach(row -> table.row(cells(subject, row)));
    out().table(table, "There are none.");
    if (found.get("cursor") != null) {
      err().line("There are more: --cursor " + found.get("cursor"));
    }
  }

  private static Column[] columns(Subject subject) {
    return switch (subject) {
      case STATUS ->
          new Column[] {
            Column.whole("REF"),
            Column.whole("STATUS"),
            Column.of("WHO HAS IT"),
            Column.of("INTENT")
          };
      case CAPABILITIES ->
          new Column[] {Column.whole("CAPABILITY"), Column.of("MEANING"), Column.of("TAGS")};
      case EXECUTORS ->
          new Column[] {
            Column.whole("EXECUTOR"),
            Column.of("NAME"),
            Column.of("AVAILABLE"),
            Column.whole("NOW"),
            Column.of("CAN")
          };
    };
  }

  private static List<String> cells(Subject subject, Map<?, ?> row) {
    return switch (subject) {
      case STATUS ->
          List.of(
              text(row, "ref"),
              text(row, "status").replace('_', ' '),
              text(row, "executor"),
              text(row, "intent"));
      case CAPABILITIES -> List.of(text(row, "id"), text(row, "description"), tags(row));
      case EXECUTORS ->
          List.of(
              text(row, "id"),
              text(row, "name"),
              text(row, "availability").replace('_', ' '),
              Boolean.TRUE.equals(row.get("open_now")) ? "open" : "closed",
              capabilities(row));
    };
  }

  private static String text(Map<?, ?> row, String key) {
    Object value = row.get(key);
    return value == null ? "" : value.toString();
  }

  private static String tags(Map<?, ?> row) {
    return row.get("tags") instanceof List<?> tags
        ? tags.stream().map(String::valueOf).collect(Collectors.joining(", "))
        : "";
  }

  private static String capabilities(Map<?, ?> row) {
    Set<String> ids = new TreeSet<>();
    if (row.get("capabilities") instanceof List<?> list) {
      list.forEach(each ->
          ids.add(
              each instanceof Map<?, ?> map
                  ? map.keySet().iterator().next().toString()
                  : each.toString()));
    }
    return String.join(", ", ids);
  }
}
