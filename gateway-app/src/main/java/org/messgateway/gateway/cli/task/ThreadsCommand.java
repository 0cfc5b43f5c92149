package org.messgateway.gateway.cli.task;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
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
import org.messgateway.gateway.cli.command.LocalTimes;
import org.messgateway.gateway.cli.command.Table;
import org.messgateway.gateway.cli.command.Table.Cell;
import org.messgateway.gateway.cli.command.Table.Column;
import org.messgateway.gateway.cli.command.Table.Tone;
import org.messgateway.gateway.cli.command.Terminal;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** {@code threads}: what is in the exchange. */
@CommandLine.Command(
    name = "threads",
    description = "Lists the tasks: those that are open, and the last that have ended.")
public final class ThreadsCommand extends Command {

  /** How many that have ended are shown unasked. */
  private static final int LATEST = 5;

  private static final Comparator<Listed> NEWEST_FIRST =
      Comparator.comparing(ThreadsCommand::created)
          .thenComparing(each -> each.location().ref())
          .reversed();

  @Option(
      names = "--status",
      paramLabel = "STATUS",
      description = "Only those: pending, claimed, completed …")
  private @Nullable String status;

  @Option(names = "--open", description = "Only those that have not ended.")
  private boolean open;

  @Option(names = "--all", description = "Also all that have ended, not the last five only.")
  private boolean all;

  @Option(names = "--archived", description = "Those that were put into the archive instead.")
  private boolean archived;

  @Option(names = "--json", description = "Prints JSON.")
  private boolean json;

  @Override
  public Integer call() throws IOException {
    try (CommandContext context = workplace();
        HomeInspector inspector = new HomeInspector(context.config())) {
      List<Listed> found =
          (archived ? inspector.archived() : inspector.threads())
              .stream().filter(this::asked).toList();
      if (json) {
        out().json(found.stream().map(ThreadsCommand::row).toList());
      } else {
        show(found, inspector.several());
      }
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

  private void show(List<Listed> found, boolean several) {
    List<Listed> shown = new ArrayList<>(found.stream().filter(each -> !ended(each)).toList());
    List<Listed> ended = found.stream().filter(ThreadsCommand::ended).sorted(NEWEST_FIRST).toList();
    shown.sort(NEWEST_FIRST);
    int most = all || archived || status != null ? ended.size() : Math.min(LATEST, ended.size());
    shown.addAll(ended.subList(0, most));
    List<Column> columns =
        new ArrayList<>(
            List.of(
                Column.whole("REF"),
                Column.whole("STATUS"),
                Column.whole("AGE"),
                Column.of("WHO HAS IT"),
                Column.of("INTENT")));
    if (several) {
      columns.add(1, Column.of("EXCHANGE"));
    }
    Table table = terminal().table(columns.toArray(Column[]::new));
    LocalTimes times = Terminal.times();
    shown.forEach(each -> table.row(cells(each, several, times)));
    out().table(table, "There are no tasks.");
    if (most < ended.size()) {
      err()
          .line(
              "%d more %s ended. To see all: %s"
                  .formatted(
                      ended.size() - most,
                      ended.size() - most == 1 ? "has" : "have",
                      hint().to("threads", "--all")));
    }
  }

  private static boolean ended(Listed listed) {
    return listed.envelope() != null && listed.envelope().status().ended();
  }

  /** One that does not say when comes last. */
  private static Instant created(Listed listed) {
    return listed.envelope() == null || listed.envelope().created() == null
        ? Instant.MIN
        : listed.envelope().created();
  }

  private static List<Object> cells(Listed listed, boolean several, LocalTimes times) {
    List<Object> cells = new ArrayList<>();
    cells.add(listed.location().ref().value());
    if (several) {
      cells.add(listed.exchange());
    }
    Envelope envelope = listed.envelope();
    if (envelope == null) {
      cells.add(new Cell("unreadable", Tone.BAD));
      cells.addAll(List.of("", "", Objects.requireNonNullElse(listed.problem(), "cannot be read")));
      return cells;
    }
    cells.add(new Cell(envelope.status().code().replace('_', ' '), tone(envelope.status())));
    cells.add(times.age(envelope.created()));
    cells.add(Objects.requireNonNullElse(envelope.executor(), ""));
    cells.add(
        new Cell(
            Objects.requireNonNullElse(envelope.intent(), ""),
            envelope.status().ended() ? Tone.DIM : Tone.PLAIN));
    return cells;
  }

  private static Tone tone(ThreadStatus status) {
    return switch (status) {
      case COMPLETED, PARTIAL -> Tone.GOOD;
      case NEEDS_INPUT, NEEDS_CONFIRMATION, HELD -> Tone.WAITING;
      case FAILED, EXPIRED -> Tone.BAD;
      case DECLINED, CANCELLED, DELEGATED, SUPERSEDED -> Tone.DIM;
      case PENDING, CLAIMED, IN_PROGRESS, WAITING, RETRYING -> Tone.PLAIN;
    };
  }
}
