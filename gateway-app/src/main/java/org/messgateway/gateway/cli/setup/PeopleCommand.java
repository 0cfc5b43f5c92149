package org.messgateway.gateway.cli.setup;

import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.messgateway.api.Address;
import org.messgateway.api.NotificationText;
import org.messgateway.gateway.cli.command.Command;
import org.messgateway.gateway.cli.command.CommandContext;
import org.messgateway.gateway.cli.command.Table;
import org.messgateway.gateway.cli.command.Table.Cell;
import org.messgateway.gateway.cli.command.Table.Column;
import org.messgateway.gateway.cli.command.Table.Tone;
import org.messgateway.gateway.config.GatewayConfig;
import org.messgateway.gateway.config.PeopleOverlay;
import org.messgateway.gateway.config.people.PeopleState;
import org.messgateway.gateway.routing.Executor;
import org.messgateway.gateway.routing.NotifyPlan.ChannelAddress;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** {@code people}: addresses of executors, pauses, opt-outs, and unknown senders. */
@CommandLine.Command(
    name = "people",
    description = "Shows who is reached where, and people whom nobody has added yet.")
public final class PeopleCommand extends Command {

  @Option(names = "--json", description = "Prints JSON.")
  private boolean json;

  @Override
  public Integer call() {
    try (CommandContext context = workplace()) {
      GatewayConfig written = context.inForce();
      PeopleState people = context.people(written).now();
      GatewayConfig config = PeopleOverlay.to(written, people);
      List<Map<String, Object>> executors =
          config.catalogue().executors().values().stream()
              .map(executor -> row(executor, people))
              .toList();
      List<Map<String, Object>> unknown =
          people.unknown().stream().map(PeopleCommand::row).toList();
      if (json) {
        out().json(Map.of("executors", executors, "unknown", unknown));
      } else {
        show(config, people);
        people.unknown().forEach(this::show);
      }
      return DONE;
    }
  }

  private static Map<String, Object> row(Executor executor, PeopleState people) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("executor", executor.id());
    row.put("name", executor.name());
    people
        .pausedUntil(executor.id(), Instant.now())
        .ifPresent(until -> row.put("paused_until", until.toString()));
    List<Map<String, Object>> addresses = new ArrayList<>();
    for (ChannelAddress at : executor.notifyPlan().channels()) {
      Map<String, Object> address = new LinkedHashMap<>();
      address.put("channel", at.channel());
      address.put("address", Address.shown(at.address().value()));
      address.put("state", state(executor, at, people));
      addresses.add(address);
    }
    row.put("addresses", addresses);
    return row;
  }

  private static Map<String, Object> row(PeopleState.Unknown unknown) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("channel", unknown.channel());
    row.put("id", unknown.id());
    row.put("name", unknown.name() == null ? "" : unknown.name());
    row.put("seen", unknown.seen().toString());
    row.put("add", line(unknown));
    return row;
  }

  private static String state(Executor executor, ChannelAddress at, PeopleState people) {
    String address = at.address().value();
    if (people.isOptedOut(at.channel(), address)) {
      return "opted out";
    }
    if (people.silent(at.channel(), address)) {
      return "stopped";
    }
    boolean linked =
        people.linked().stream()
            .anyMatch(link ->
                link.executor().equals(executor.id())
                    && link.channel().equals(at.channel())
                    && link.address().equals(address));
    return linked ? "linked" : "";
  }

  private void show(GatewayConfig config, PeopleState people) {
    Table table =
        terminal()
            .table(
                Column.whole("EXECUTOR"),
                Column.of("NAME"),
                Column.of("CHANNEL"),
                Column.of("ADDRESS"),
                Column.of("STATE"));
    for (Executor executor : config.catalogue().executors().values()) {
      Cell paused =
          people
              .pausedUntil(executor.id(), Instant.now())
              .map(until -> new Cell(paused(until, executor), Tone.WAITING))
              .orElse(Cell.of(""));
      List<ChannelAddress> addresses = executor.notifyPlan().channels();
      if (addresses.isEmpty()) {
        table.row(executor.id(), executor.name(), "", "", paused);
      }
      for (ChannelAddress at : addresses) {
        String state = state(executor, at, people);
        table.row(
            executor.id(),
            executor.name(),
            at.channel(),
            Address.shown(at.address().value()),
            state.isEmpty() ? paused : Cell.of(state + separated(paused)));
      }
    }
    out().table(table, "There is nobody.");
  }

  private static String paused(Instant until, Executor executor) {
    return "left alone until " + NotificationText.clock(until, Instant.now(), executor.zone());
  }

  private static String separated(Cell paused) {
    return paused.text().isEmpty() ? "" : ", " + paused.text();
  }

  private void show(PeopleState.Unknown unknown) {
    String name = unknown.name() == null ? "Somebody" : unknown.name();
    out()
        .line(
            name
                + " tried to answer on "
                + unknown.channel()
                + " at "
                + NotificationText.clock(unknown.seen(), Instant.now(), ZoneId.systemDefault())
                + ".");
    out().line("  To add them, write under their executor: " + line(unknown));
  }

  private static String line(PeopleState.Unknown unknown) {
    return "identity: { " + unknown.channel() + ": \"" + unknown.id() + "\" }";
  }
}
