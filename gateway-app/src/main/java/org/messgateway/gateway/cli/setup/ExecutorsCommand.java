package org.messgateway.gateway.cli.setup;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.messgateway.api.Address;
import org.messgateway.gateway.cli.command.Command;
import org.messgateway.gateway.cli.command.CommandContext;
import org.messgateway.gateway.cli.command.Table;
import org.messgateway.gateway.cli.command.Table.Column;
import org.messgateway.gateway.config.GatewayConfig;
import org.messgateway.gateway.routing.Availability;
import org.messgateway.gateway.routing.Executor;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** {@code executors}: who can be told, and where each is written or by whom it was registered. */
@CommandLine.Command(
    name = "executors",
    description = "Lists the executors, and where each comes from.",
    subcommands = {ExecutorsForgetCommand.class, ExecutorsRegisterCommand.class})
public final class ExecutorsCommand extends Command {

  @Option(names = "--json", description = "Prints JSON.")
  private boolean json;

  @Override
  public Integer call() {
    try (CommandContext context = workplace()) {
      GatewayConfig config = context.inForce();
      List<Map<String, Object>> rows =
          config.catalogue().executors().values().stream()
              .map(executor -> row(executor, config))
              .toList();
      if (json) {
        out().json(rows);
      } else {
        show(config);
        config
            .registry()
            .ruleSets()
            .forEach((by, at) -> out().line("rules registered by " + by + " at " + at));
      }
      return DONE;
    }
  }

  private static Map<String, Object> row(Executor executor, GatewayConfig config) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("id", executor.id());
    row.put("name", executor.name());
    row.put("capabilities", executor.capabilities().stream().map(each -> each.id()).toList());
    row.put("availability", word(executor.availability()));
    row.put(
        "notify",
        executor.notifyPlan().channels().stream()
            .map(at -> at.channel() + " (" + Address.shown(at.address().value()) + ")")
            .toList());
    row.put("from", config.registry().sources().getOrDefault(executor.id(), "config.yaml"));
    return row;
  }

  private static String word(Availability availability) {
    return switch (availability) {
      case Availability.Always _ -> "always";
      case Availability.OnDemand _ -> "on_demand";
      case Availability.Schedule schedule -> "schedule " + schedule.cron();
    };
  }

  private void show(GatewayConfig config) {
    Table table =
        terminal()
            .table(
                Column.whole("EXECUTOR"),
                Column.of("NAME"),
                Column.of("CAN"),
                Column.of("REACHED OVER"),
                Column.of("AVAILABLE"),
                Column.of("FROM"));
    config
        .catalogue()
        .executors()
        .values()
        .forEach(executor ->
            table.row(
                executor.id(),
                executor.name(),
                joined(executor.capabilities().stream().map(each -> each.id())),
                joined(executor.notifyPlan().channels().stream().map(at -> at.channel())),
                word(executor.availability()).replace('_', ' '),
                config.registry().sources().getOrDefault(executor.id(), "config.yaml")));
    out().table(table, "There are no executors.");
  }

  private static String joined(Stream<String> words) {
    return words.distinct().collect(Collectors.joining(", "));
  }
}
