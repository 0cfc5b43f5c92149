package org.messgateway.gateway.cli.task;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.Envelope;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.cli.command.Command;
import org.messgateway.gateway.cli.command.CommandContext;
import org.messgateway.gateway.cli.command.CommandFailure;
import org.messgateway.gateway.cli.command.HomeInspector;
import org.messgateway.gateway.cli.command.HomeInspector.Listed;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** {@code threads}: what is in the exchange. */
@CommandLine.Command(name = "threads", description = "Lists the tasks in the exchange.")
public final class ThreadsCommand extends Command {

  @Option(
      names = "--status",
      paramLabel = "STATUS",
      description = "Only those: pending, claimed, completed …")
  private @Nullable String status;

  @Option(names = "--open", description = "Only those that have not ended.")
  private boolean open;

  @Option(names = "--archived", description = "Those that were put into the archive instead.")
  private boolean archived;

  @Option(names = "--json", description = "Prints JSON.")
  private boolean json;

  @Override
  public Integer call() throws IOException {
    try (CommandContext context = workplace();
        HomeInspector inspector = new HomeInspector(context.config())) {
      List<Map<String, Object>> rows =
          (archived ? inspector.archived() : inspector.threads())
              .stream().filter(this::asked).map(ThreadsCommand::row).toList();
      boolean several = inspector.several();
      out().rows(json, rows, row -> text(row, several), "There are no tasks.");
      return DONE;
    }
  }

  private boolean asked(Listed listed) {
    Envelope envelope = listed.envelope();
    if (envelope == null) {
      return status == null;
    }
    ThreadStatus wanted =
        status == null ? null : ThreadStatus.of(status).orElseThrow(this::unknown);
    return (wanted == null || envelope.status() == wanted) && !(open && envelope.status().ended());
  }

  private CommandFailure unknown() {
    return CommandFailure.usage("There is no status " + status + ".");
  }

  private static Map<String, Object> row(Listed listed) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("ref", listed.location().ref().value());
    row.put("exchange", listed.exchange());
    row.put("exchange_id", listed.exchangeId());
    row.put("place", listed.location().relative());
    Envelope envelope = listed.envelope();
    if (envelope == null) {
      row.put("problem", Objects.requireNonNullElse(listed.problem(), "cannot be read"));
    } else {
      row.put("status", envelope.status().code());
      row.put("requestor", Objects.requireNonNullElse(envelope.requestor(), ""));
      row.put("executor", Objects.requireNonNullElse(envelope.executor(), ""));
      row.put("created", String.valueOf(envelope.created()));
      row.put("intent", Objects.requireNonNullElse(envelope.intent(), ""));
    }
    return row;
  }

  private static String text(Map<String, Object> row, boolean several) {
    String exchange = several ? "%-12s ".formatted(row.get("exchange")) : "";
    return exchange + text(row);
  }

  private static String text(Map<String, Object> row) {
    return row.containsKey("problem")
        ? "%-18s %s".formatted(row.get("ref"), row.get("problem"))
        : "%-18s %-18s %-16s %s"
            .formatted(row.get("ref"), row.get("status"), row.get("executor"), row.get("intent"));
  }
}
