package org.messgateway.gateway.cli.operate;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.Priority;
import org.messgateway.gateway.answer.query.OpenSuggestions;
import org.messgateway.gateway.cli.command.Command;
import org.messgateway.gateway.cli.command.CommandContext;
import org.messgateway.gateway.cli.command.CommandFailure;
import org.messgateway.gateway.cli.command.HomeInspector;
import org.messgateway.gateway.cli.command.LocalTimes;
import org.messgateway.gateway.cli.command.TaskForecast;
import org.messgateway.gateway.cli.command.Terminal;
import org.messgateway.gateway.config.GatewayConfig;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.format.NewRequest;
import org.messgateway.gateway.queue.DeliveryRow;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code explain}: who is told and why, who is not and why, what was sent, what waits for what. */
@CommandLine.Command(
    name = "explain",
    description = "Says who is told of a task and why, and what waits for what.")
public final class ExplainCommand extends Command {

  /** How many refs are named where none was given. */
  private static final int LATEST = 3;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "REF",
      description = "The task; without one, the latest are named.")
  private @Nullable String ref;

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "EXECUTOR",
      description = "Only about this one.")
  private @Nullable String executor;

  @ArgGroup(exclusive = false, heading = "A task that is not there: nothing is sent or written.%n")
  private @Nullable DryRun dryRun;

  /** A task that nobody asked for. */
  private static final class DryRun {

    @Option(
        names = "--dry",
        required = true,
        paramLabel = "INTENT",
        description = "Says who would be told of this.")
    @SuppressWarnings("NullAway.Init") // picocli sets it.
    private String intent;

    @Option(
        names = "--requires",
        split = ",",
        paramLabel = "CAPABILITY",
        description = "What whoever does it must be able to.")
    private List<String> requires = List.of();

    @Option(
        names = "--priority",
        paramLabel = "PRIORITY",
        description = "background, normal, elevated or urgent.")
    private @Nullable Priority priority;

    @Option(
        names = "--exchange",
        paramLabel = "NAME",
        description = "Where it would be created (default: the first exchange).")
    private @Nullable String exchange;

    @Option(
        names = "--as",
        paramLabel = "AGENT",
        description = "Who would ask (default: agent_id of the configuration).")
    private @Nullable String as;

    NewRequest request(GatewayConfig config) {
      if (intent.isBlank()) {
        throw CommandFailure.usage("Say what would have to be done.");
      }
      return new NewRequest(
          as == null ? config.agentId() : as,
          "cli",
          intent,
          null,
          requires,
          List.of(),
          priority,
          null,
          null,
          null,
          List.of(),
          List.of());
    }
  }

  @Option(names = "--json", description = "Prints JSON.")
  private boolean json;

  @Override
  public Integer call() throws IOException {
    DryRun dry = dryRun;
    String known = ref;
    if (dry != null && known != null) {
      throw CommandFailure.usage(
          "Name a task, or say what would be asked: " + hint().to("explain", "--dry", "INTENT"));
    }
    if (dry == null && known == null) {
      throw CommandFailure.usage(whichTask());
    }
    return known == null ? explain(Objects.requireNonNull(dry)) : explain(known);
  }

  private int explain(DryRun dry) throws IOException {
    try (CommandContext context = workplace()) {
      GatewayConfig config = context.inForce();
      TaskForecast forecast =
          TaskForecast.of(
              context,
              config,
              CommandContext.exchange(config, dry.exchange).name(),
              dry.request(config));
      if (json) {
        out().json(Map.of("told", forecast.json(), "routing", forecast.lines()));
      } else {
        out().line(forecast.line());
        forecast.lines().forEach(out()::line);
      }
      return DONE;
    }
  }

  private int explain(String task) throws IOException {
    try (CommandContext context = workplace();
        HomeInspector inspector = new HomeInspector(context.inForce())) {
      List<DeliveryRow> sent = inspector.deliveries(task).stream().filter(this::asked).toList();
      if (sent.isEmpty() && !inspector.has(task)) {
        throw CommandFailure.failed(unknown(inspector, task));
      }
      DeliveryWait wait = new DeliveryWait(context.config());
      List<String> lines = inspector.explain(task, executor);
      if (json) {
        List<Map<String, Object>> rows =
            sent.stream().map(each -> DeliveriesCommand.row(each, wait)).toList();
        out().json(json(inspector, task, lines, rows));
      } else {
        show(inspector, task, lines, sent, wait);
      }
      return DONE;
    }
  }

  private String whichTask() throws IOException {
    try (CommandContext context = workplace();
        HomeInspector inspector = new HomeInspector(context.config())) {
      List<String> refs =
          inspector.threads().reversed().stream()
              .limit(LATEST)
              .map(each -> each.location().ref().value())
              .toList();
      return "Which task? "
          + (refs.isEmpty()
              ? "There is none yet. Ask for something: " + hint().to("request", "INTENT")
              : "The latest: "
                  + String.join(", ", refs)
                  + ". "
                  + hint().to("explain", refs.getFirst()))
          + ". Before anything is asked: "
          + hint().to("explain", "--dry", "INTENT");
    }
  }

  private String unknown(HomeInspector inspector, String task) {
    return inspector.queue().isEmpty()
        ? "There is no task " + task + "; nothing has run here yet."
        : "There is no task " + task + ". To see all: " + hint().to("threads");
  }

  private boolean asked(DeliveryRow delivery) {
    return executor == null || delivery.identity().executor().equals(executor);
  }

  private Map<String, Object> json(
      HomeInspector inspector, String task, List<String> lines, List<Map<String, Object>> sent) {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("ref", task);
    all.put("routing", lines);
    all.put("problem", inspector.problem(task).orElse(""));
    all.put("suggestions", suggestions(inspector, task));
    all.put("deliveries", sent);
    return all;
  }

  /** What waits for an answer of whoever asked. */
  private List<String> suggestions(HomeInspector inspector, String task) {
    return inspector.exchanges().values().stream()
        .flatMap(exchange -> {
          OpenSuggestions open =
              new OpenSuggestions(
                  each -> exchange.loader().load(each).complete().map(LoadedThread::thread));
          return Ref.of(task).flatMap(each -> exchange.loader().load(each).complete()).stream()
              .flatMap(loaded -> open.lines(loaded.thread().envelope()).stream());
        })
        .toList();
  }

  private void show(
      HomeInspector inspector,
      String task,
      List<String> lines,
      List<DeliveryRow> sent,
      DeliveryWait wait) {
    lines.forEach(out()::line);
    inspector.problem(task).ifPresent(problem -> out().line("trouble: " + problem));
    suggestions(inspector, task).forEach(out()::line);
    out().line(sent.isEmpty() ? "nothing sent or queued yet" : "deliveries:");
    LocalTimes times = Terminal.times();
    sent.forEach(each -> out().line("  " + text(each, wait, times)));
  }

  /** What it is, what became of it and when, what went wrong, and what it waits for. */
  static String text(DeliveryRow row, DeliveryWait wait, LocalTimes times) {
    StringBuilder text =
        new StringBuilder(
            "%s over %s, %s: %s"
                .formatted(
                    row.identity().executor(),
                    row.identity().channel(),
                    row.identity().kind().code().replace('_', ' '),
                    row.state().code()));
    if (row.settledAt() != null) {
      text.append(" ").append(times.clock(row.settledAt()));
    }
    if (row.begun() > 1) {
      text.append(" at attempt ").append(row.begun());
    }
    if (row.sentence() != null) {
      text.append("  ").append(row.sentence());
    }
    wait.of(row, times::clock).ifPresent(what -> text.append("  Waits ").append(what).append("."));
    return text.toString();
  }
}
