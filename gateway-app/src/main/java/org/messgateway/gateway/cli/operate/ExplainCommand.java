package org.messgateway.gateway.cli.operate;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.answer.query.OpenSuggestions;
import org.messgateway.gateway.cli.command.Command;
import org.messgateway.gateway.cli.command.CommandContext;
import org.messgateway.gateway.cli.command.CommandFailure;
import org.messgateway.gateway.cli.command.HomeInspector;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.queue.DeliveryRow;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code explain}: who is told and why, who is not and why, what was sent, what waits for what. */
@CommandLine.Command(
    name = "explain",
    description = "Says who is told of a task and why, and what waits for what.")
public final class ExplainCommand extends Command {

  @Parameters(index = "0", paramLabel = "REF", description = "The task.")
  @SuppressWarnings("NullAway.Init") // picocli sets it before call().
  private String ref;

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "EXECUTOR",
      description = "Only about this one.")
  private @Nullable String executor;

  @Option(names = "--json", description = "Prints JSON.")
  private boolean json;

  @Override
  public Integer call() throws IOException {
    try (CommandContext context = workplace();
        HomeInspector inspector = new HomeInspector(context.inForce())) {
      List<Map<String, Object>> sent =
          inspector.deliveries(ref).stream()
              .filter(this::asked)
              .map(DeliveriesCommand::row)
              .toList();
      if (sent.isEmpty() && !inspector.has(ref)) {
        throw CommandFailure.failed(
            "There is no thread " + ref + " in the exchange. To see all: " + hint().to("threads"));
      }
      List<String> lines = inspector.explain(ref, executor);
      if (json) {
        out().json(json(inspector, lines, sent));
      } else {
        show(inspector, lines, sent);
      }
      return DONE;
    }
  }

  private boolean asked(DeliveryRow delivery) {
    return executor == null || delivery.identity().executor().equals(executor);
  }

  private Map<String, Object> json(
      HomeInspector inspector, List<String> lines, List<Map<String, Object>> sent) {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("ref", ref);
    all.put("routing", lines);
    all.put("problem", inspector.problem(ref).orElse(""));
    all.put("suggestions", suggestions(inspector));
    all.put("deliveries", sent);
    return all;
  }

  /** What waits for an answer of whoever asked. */
  private List<String> suggestions(HomeInspector inspector) {
    return inspector.exchanges().values().stream()
        .flatMap(exchange -> {
          OpenSuggestions open =
              new OpenSuggestions(
                  each -> exchange.loader().load(each).complete().map(LoadedThread::thread));
          return Ref.of(ref).flatMap(each -> exchange.loader().load(each).complete()).stream()
              .flatMap(loaded -> open.lines(loaded.thread().envelope()).stream());
        })
        .toList();
  }

  private void show(HomeInspector inspector, List<String> lines, List<Map<String, Object>> sent) {
    lines.forEach(out()::line);
    inspector.problem(ref).ifPresent(problem -> out().line("trouble: " + problem));
    suggestions(inspector).forEach(out()::line);
    out().line(sent.isEmpty() ? "nothing sent or queued yet" : "deliveries:");
    for (Map<String, Object> row : sent) {
      out()
          .line(
              "  %s over %s: %s  %s"
                  .formatted(
                      row.get("executor"),
                      row.get("channel"),
                      row.get("state"),
                      DeliveriesCommand.because(row))
                  .stripTrailing());
    }
  }
}
