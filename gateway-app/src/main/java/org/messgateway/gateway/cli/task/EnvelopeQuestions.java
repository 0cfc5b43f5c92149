package org.messgateway.gateway.cli.task;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.Envelope;
import org.messgateway.gateway.cli.command.CommandFailure;
import org.messgateway.gateway.cli.command.HomeInspector;
import org.messgateway.gateway.cli.command.HomeInspector.Listed;
import org.messgateway.gateway.queue.jdbc.MemoryTable;

/**
 * The plan's questions about the exchange (plan, queries), by name or in SQL over a table of
 * envelopes in memory.
 */
final class EnvelopeQuestions {

  /** The plan's own form of the table: a glob of files. */
  private static final Pattern FILES =
      Pattern.compile(
          "(?i)read_yaml_auto\\s*\\(\\s*'[^']*?(\\*|state=\\w+)/\\*\\.messe-af\\.yaml'\\s*\\)");

  private static final List<String> COLUMNS =
      List.of(
          "ref",
          "requestor",
          "executor",
          "status",
          "created",
          "updated",
          "intent",
          "priority",
          "client_id",
          "folder",
          "exchange");

  static final int MOST_ROWS = 10_000;
  private static final Duration LONGEST = Duration.ofSeconds(10);

  /** The plan's five questions. */
  private enum Known {
    ALL("SELECT ref, status, executor, intent, created, priority FROM thread ORDER BY ref"),
    PENDING(
        "SELECT ref, intent, created, priority FROM thread"
            + " WHERE status = 'pending' ORDER BY ref"),
    EXECUTING(
        "SELECT ref, intent, executor, status, updated FROM thread"
            + " WHERE folder = 'state=executing' ORDER BY updated"),
    COMPLETED(
        "SELECT executor, COUNT(*) AS completed FROM thread"
            + " WHERE status IN ('completed', 'partial') GROUP BY executor"
            + " ORDER BY completed DESC, executor"),
    FAILED(
        "SELECT ref, intent, status, updated FROM thread"
            + " WHERE status = 'failed' AND folder = 'state=canceled' ORDER BY updated");

    private final String sql;

    Known(String sql) {
      this.sql = sql;
    }
  }

  private EnvelopeQuestions() {}

  private static String sql(String question) {
    if (question.strip().contains(" ")) {
      return FILES.matcher(question).replaceAll(files -> folder(files.group(1)));
    }
    return known(question)
        .map(known -> known.sql)
        .orElseThrow(() ->
            CommandFailure.usage(
                "There is no question \""
                    + question
                    + "\". Ask for status, capabilities, executors, all, pending, executing,"
                    + " completed or failed, or in SQL: \"SELECT ref, intent FROM thread\"."));
  }

  private static String folder(String glob) {
    return glob.equals("*") ? "thread" : "(SELECT * FROM thread WHERE folder = '" + glob + "')";
  }

  private static List<@Nullable Object> row(Listed listed) {
    Envelope envelope = listed.envelope();
    List<@Nullable Object> row = new ArrayList<>();
    row.add(listed.location().ref().value());
    if (envelope == null) {
      row.addAll(Arrays.asList(null, null, "unreadable", null, null, listed.problem(), null, null));
    } else {
      row.add(envelope.requestor());
      row.add(envelope.executor());
      row.add(envelope.status().code());
      row.add(Objects.toString(envelope.created(), null));
      row.add(Objects.toString(envelope.updated(), null));
      row.add(envelope.intent());
      row.add(envelope.priority() == null ? "normal" : envelope.priority().code());
      row.add(envelope.clientId());
    }
    row.add(listed.location().stateFolder().written());
    row.add(listed.exchange());
    return row;
  }

  /** The answer; a question that cannot be answered is a mistake of usage. */
  static MemoryTable.Found answer(String question, HomeInspector inspector) throws IOException {
    String sql = sql(question);
    List<List<@Nullable Object>> threads = new ArrayList<>();
    inspector.threads().forEach(each -> threads.add(row(each)));
    inspector.archived().forEach(each -> threads.add(row(each)));
    try (MemoryTable table = new MemoryTable("thread", COLUMNS, threads)) {
      return table.ask(sql, MOST_ROWS, LONGEST);
    } catch (IllegalArgumentException e) {
      throw CommandFailure.usage(
          "This cannot be answered: "
              + e.getMessage()
              + ". The only table is thread, with the columns "
              + String.join(", ", COLUMNS)
              + ".");
    }
  }

  private static Optional<Known> known(String question) {
    return Arrays.stream(Known.values())
        .filter(known -> known.name().equalsIgnoreCase(question.strip()))
        .findFirst();
  }
}
