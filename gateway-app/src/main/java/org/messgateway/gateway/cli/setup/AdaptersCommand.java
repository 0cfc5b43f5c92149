package org.messgateway.gateway.cli.setup;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.AdapterDescription;
import org.messgateway.api.SettingDescription;
import org.messgateway.gateway.channels.discovery.AdapterRegistry;
import org.messgateway.gateway.channels.discovery.AdapterSource;
import org.messgateway.gateway.channels.discovery.RegisteredProvider;
import org.messgateway.gateway.cli.command.Command;
import org.messgateway.gateway.cli.command.CommandContext;
import org.messgateway.gateway.cli.command.CommandFailure;
import org.messgateway.gateway.cli.command.Table;
import org.messgateway.gateway.cli.command.Table.Column;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code adapters}: what was found, from where, and how it is configured. */
@CommandLine.Command(
    name = "adapters",
    description = "Shows the adapters that were found, from where, and their settings.")
public final class AdaptersCommand extends Command {

  @Parameters(
      arity = "0..1",
      paramLabel = "TYPE",
      description = "Only this one, with each of its settings.")
  private @Nullable String type;

  @Option(names = "--json", description = "Prints JSON.")
  private boolean json;

  @Override
  public Integer call() {
    try (CommandContext context = workplace()) {
      AdapterRegistry registry = context.registry();
      if (json) {
        out().json(rows(registry));
      } else if (type != null) {
        show(named(registry, type));
        return DONE;
      } else {
        show(registry);
        out().line("Found in:");
        registry.sources().forEach(this::show);
      }
      registry.problems().forEach(problem -> err().line(problem.toString()));
      return registry.problems().isEmpty() ? DONE : CommandFailure.FAILED;
    }
  }

  private static RegisteredProvider named(AdapterRegistry registry, String type) {
    return registry
        .provider(type)
        .orElseThrow(() ->
            CommandFailure.usage(
                "There is no adapter %s. There are: %s."
                    .formatted(type, String.join(", ", registry.types()))));
  }

  private void show(AdapterRegistry registry) {
    Table table =
        terminal().table(Column.whole("ADAPTER"), Column.of("MEANING"), Column.of("AN ADDRESS"));
    for (String each : registry.types()) {
      registry
          .provider(each)
          .map(RegisteredProvider::description)
          .ifPresent(found -> table.row(each, found.summary(), found.addressExample()));
    }
    out().table(table, "There are no adapters.");
    out().line("");
    out().line("The settings of one: " + hint().to("adapters", "TYPE"));
    out().line("");
  }

  /** Whole sentences: what is cut here cannot be configured. */
  private void show(RegisteredProvider provider) {
    AdapterDescription description = provider.description();
    out().line(description.type() + ": " + description.summary());
    out().line("  an address: " + description.addressExample());
    if (!description.settings().isEmpty()) {
      out().line("  dispatch." + description.type() + ":");
      description.settings().forEach(setting -> out().line("    " + text(setting)));
    }
    if (!description.addressSettings().isEmpty()) {
      out().line("  beside notify." + description.type() + "." + description.addressKey() + ":");
      description.addressSettings().forEach(setting -> out().line("    " + text(setting)));
    }
  }

  private static String text(SettingDescription setting) {
    String need =
        setting.required()
            ? " (required)"
            : setting.defaultValue() == null ? "" : " (" + setting.defaultValue() + ")";
    return setting.name() + need + ": " + setting.meaning();
  }

  private void show(AdapterSource source) {
    String types =
        source.types().isEmpty() ? "nothing that works" : String.join(", ", source.types());
    out().line("  " + source.origin() + ": " + types);
    source.files().forEach(file -> out().line("    sha256 " + file.sha256() + "  " + file.file()));
  }

  private static List<Map<String, Object>> rows(AdapterRegistry registry) {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (String type : registry.types()) {
      registry.provider(type).ifPresent(provider -> rows.add(row(provider)));
    }
    return rows;
  }

  private static Map<String, Object> row(RegisteredProvider provider) {
    AdapterDescription description = provider.description();
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("type", description.type());
    row.put("summary", description.summary());
    row.put("origin", provider.origin());
    row.put("address", description.addressExample());
    row.put("settings", description.settings().stream().map(AdaptersCommand::row).toList());
    row.put(
        "address_settings",
        description.addressSettings().stream().map(AdaptersCommand::row).toList());
    return row;
  }

  private static Map<String, Object> row(SettingDescription setting) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("name", setting.name());
    row.put("required", setting.required());
    row.put("default", setting.defaultValue());
    row.put("meaning", setting.meaning());
    return row;
  }
}
