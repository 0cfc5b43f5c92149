package org.messgateway.gateway.cli.operate;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.cli.command.Command;
import org.messgateway.gateway.cli.command.CommandContext;
import org.messgateway.gateway.cli.command.HomeInspector;
import org.messgateway.gateway.cli.command.LocalTimes;
import org.messgateway.gateway.cli.command.Table;
import org.messgateway.gateway.cli.command.Table.Cell;
import org.messgateway.gateway.cli.command.Table.Column;
import org.messgateway.gateway.cli.command.Table.Tone;
import org.messgateway.gateway.cli.command.Terminal;
import org.messgateway.gateway.config.GatewayConfig;
import org.messgateway.gateway.queue.DeliveryFilter;
import org.messgateway.gateway.queue.DeliveryRow;
import org.messgateway.gateway.queue.DeliveryState;
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
      GatewayConfig config = context.config();
      DeliveryFilter filter = which.in(states);
      List<DeliveryRow> found =
          inspector.queue().map((QueueView queue) -> queue.find(filter, max)).orElse(List.of());
      DeliveryWait wait = new DeliveryWait(config);
      if (attempts && !found.isEmpty()) {
        attempts(found, inspector.remembered(), wait);
      } else if (json) {
        out().json(found.stream().map(each -> row(each, wait)).toList());
      } else {
        show(found, wait);
      }
      return DONE;
    }
  }

  private void attempts(List<DeliveryRow> found, QueueView queue, DeliveryWait wait) {
    LocalTimes times = Terminal.times();
    List<Map<String, Object>> rows = new ArrayList<>();
    for (DeliveryRow delivery : found) {
      List<ListedAttempt> reports = ListedAttempt.of(queue, delivery);
      if (json) {
        Map<String, Object> row = row(delivery, wait);
        row.put("log", reports.stream().map(ListedAttempt::json).toList());
        rows.add(row);
      } else {
        out().line(delivery.identity().ref() + "  " + ExplainCommand.text(delivery, wait, times));
        reports.forEach(report -> report.lines().forEach(out()::line));
      }
    }
    if (json) {
      out().json(rows);
    }
  }

  private void show(List<DeliveryRow> found, DeliveryWait wait) {
    LocalTimes times = Terminal.times();
    Table table =
        terminal()
            .table(
                Column.whole("REF"),
                Column.of("EXECUTOR"),
                Column.of("CHANNEL"),
                Column.of("KIND"),
                Column.whole("STATE"),
                Column.whole("AGE"),
                Column.whole("TRIES"),
                Column.of("WAITS"));
    for (DeliveryRow each : found) {
      table.row(
          each.identity().ref(),
          each.identity().executor(),
          each.identity().channel(),
          each.identity().kind().code().replace('_', ' '),
          new Cell(each.state().code(), tone(each.state())),
          times.age(each.created()),
          each.begun(),
          wait.of(each, times::clock).orElse(""));
    }
    out().table(table, "There are no deliveries.");
    sentences(found);
  }

  /** What was said of failures, each sentence once, with whom it is about. */
  private void sentences(List<DeliveryRow> found) {
    Map<String, Set<String>> about = new LinkedHashMap<>();
    for (DeliveryRow each : found) {
      if (each.sentence() != null && each.state() != DeliveryState.DELIVERED) {
        about
            .computeIfAbsent(each.sentence(), _ -> new LinkedHashSet<>())
            .add(each.identity().executor() + " over " + each.identity().channel());
      }
    }
    if (!about.isEmpty()) {
      out().line("");
    }
    about.forEach((sentence, who) -> out().line(String.join(", ", who) + ": " + sentence));
  }

  private static Tone tone(DeliveryState state) {
    return switch (state) {
      case DELIVERED -> Tone.GOOD;
      case QUEUED, SENDING -> Tone.WAITING;
      case REJECTED, DEAD -> Tone.BAD;
      case EXPIRED, WITHDRAWN -> Tone.DIM;
    };
  }

  static Map<String, Object> row(DeliveryRow delivery, DeliveryWait wait) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("id", delivery.id());
    row.put("ref", delivery.identity().ref());
    row.put("executor", delivery.identity().executor());
    row.put("channel", delivery.identity().channel());
    row.put("kind", delivery.identity().kind().code());
    row.put("state", delivery.state().code());
    row.put("attempts", delivery.begun());
    row.put("due", delivery.due().toString());
    row.put("settled", delivery.settledAt() == null ? "" : delivery.settledAt().toString());
    row.put("reason", delivery.reason() == null ? "" : delivery.reason().code());
    row.put("sentence", Objects.requireNonNullElse(delivery.sentence(), ""));
    row.put("waits", wait.of(delivery, Instant::toString).orElse(""));
    return row;
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
