package org.messgateway.gateway.cli.operate;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.cli.command.Command;
import org.messgateway.gateway.cli.command.CommandContext;
import org.messgateway.gateway.cli.command.HomeInspector;
import org.messgateway.gateway.queue.DeliveryFilter;
import org.messgateway.gateway.queue.DeliveryRow;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.LaneState;
import org.messgateway.gateway.queue.QueueView;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code deliveries}: what was sent, what waits, and what became of it. */
@CommandLine.Command(name = "deliveries", description = "Lists deliveries and what became of them.")
public final class DeliveriesCommand extends Command {

  @Mixin private Selection which = new Selection();

  @Option(
      names = "--state",
      split = ",",
      paramLabel = "STATE",
      description = "Only in these states: queued, dead …")
  private Set<DeliveryState> states = Set.of();

  @Option(
      names = "--attempts",
      description = "With each attempt: when, how long, what was answered and what became of that.")
  private boolean attempts;

  @Option(names = "--max", paramLabel = "N", description = "At most so many (default: 100).")
  private int max = 100;

  @Option(names = "--json", description = "Prints JSON.")
  private boolean json;

  @Override
  public Integer call() throws IOException {
    try (CommandContext context = workplace();
        HomeInspector inspector = new HomeInspector(context.config())) {
      DeliveryFilter filter = which.in(states);
      List<DeliveryRow> found =
          inspector.queue().map((QueueView queue) -> queue.find(filter, max)).orElse(List.of());
      if (attempts && !found.isEmpty()) {
        show(found, inspector.remembered());
        return DONE;
      }
      List<Map<String, Object>> rows = found.stream().map(DeliveriesCommand::row).toList();
      out().rows(json, rows, DeliveriesCommand::text, "There are no deliveries.");
      return DONE;
    }
  }

  private void show(List<DeliveryRow> found, QueueView queue) {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (DeliveryRow delivery : found) {
      Map<String, Object> row = row(delivery);
      List<AttemptReport> reports = AttemptReport.of(queue, delivery);
      if (json) {
        row.put("log", reports.stream().map(AttemptReport::json).toList());
        rows.add(row);
      } else {
        out().line(text(row));
        reports.forEach(report -> report.lines().forEach(out()::line));
      }
    }
    if (json) {
      out().json(rows);
    }
  }

  static Map<String, Object> row(DeliveryRow delivery) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("id", delivery.id());
    row.put("ref", delivery.identity().ref());
    row.put("executor", delivery.identity().executor());
    row.put("channel", delivery.identity().channel());
    row.put("kind", delivery.identity().kind().code());
    row.put("state", delivery.state().code());
    row.put("attempts", delivery.attempts());
    row.put("due", delivery.due().toString());
    row.put("settled", delivery.settledAt() == null ? "" : delivery.settledAt().toString());
    row.put("reason", delivery.reason() == null ? "" : delivery.reason().code());
    row.put("sentence", Objects.requireNonNullElse(delivery.sentence(), ""));
    row.put("waits", waits(delivery));
    return row;
  }

  private static String waits(DeliveryRow delivery) {
    if (delivery.state().settled()) {
      return "";
    }
    if (delivery.laneState() != LaneState.CLOSED && delivery.laneDue() != null) {
      return "for its address to answer, tried again at " + delivery.laneDue();
    }
    return "until " + delivery.due();
  }

  /** What went wrong, and what it waits for: none, one or both, as sentences. */
  static String because(Map<String, Object> row) {
    String sentence = String.valueOf(row.get("sentence"));
    String waits = String.valueOf(row.get("waits"));
    return waits.isEmpty() ? sentence : (sentence + " Waits " + waits + ".").strip();
  }

  private static String text(Map<String, Object> row) {
    return "%-18s %-16s %-10s %-10s %-10s %s"
        .formatted(
            row.get("ref"),
            row.get("executor"),
            row.get("channel"),
            row.get("kind"),
            row.get("state"),
            because(row))
        .strip();
  }

  /** Which deliveries a command is about, as it is written behind the command's name. */
  static final class Selection {

    @Parameters(arity = "0..1", paramLabel = "REF", description = "Only of this task.")
    private @Nullable String ref;

    @Option(names = "--executor", paramLabel = "EXECUTOR", description = "Only to this executor.")
    private @Nullable String executor;

    @Option(names = "--channel", paramLabel = "CHANNEL", description = "Only over this channel.")
    private @Nullable String channel;

    DeliveryFilter in(Set<DeliveryState> states) {
      return new DeliveryFilter(ref, executor, channel, states);
    }
  }
}
