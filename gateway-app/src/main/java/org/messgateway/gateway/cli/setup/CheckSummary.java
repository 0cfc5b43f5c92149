package org.messgateway.gateway.cli.setup;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.messgateway.gateway.cli.command.CommandOutput;
import org.messgateway.gateway.cli.command.TerminalWriter;
import org.messgateway.gateway.config.ExchangeConfig;
import org.messgateway.gateway.config.GatewayConfig;
import org.messgateway.gateway.routing.Executor;
import org.messgateway.gateway.routing.NotifyPlan.ChannelAddress;

/** What {@code check} found to be well, and the one line that says how it stands. */
final class CheckSummary {

  private final GatewayConfig config;
  private final boolean offline;
  private final Set<String> asked;
  private final Set<String> illChannels;
  private final Set<String> illExchanges;

  /**
   * @param offline whether no service was to be asked
   * @param asked the channels whose adapters asked their service
   * @param illChannels by which nothing goes out
   */
  CheckSummary(
      GatewayConfig config,
      boolean offline,
      Set<String> asked,
      Set<String> illChannels,
      Set<String> illExchanges) {
    this.config = config;
    this.offline = offline;
    this.asked = new TreeSet<>(asked);
    this.illChannels = new TreeSet<>(illChannels);
    this.illExchanges = new TreeSet<>(illExchanges);
  }

  /** A line for each exchange, channel and executor that is well, and for each that is not. */
  void lines(CommandOutput out) {
    for (ExchangeConfig exchange : config.exchanges()) {
      boolean ill = illExchanges.contains(exchange.name());
      out.line(line(!ill, "exchange " + exchange.name(), ill ? "is not well" : "is well"));
    }
    for (String channel : config.channelNames()) {
      boolean ill = illChannels.contains(channel);
      out.line(line(!ill, "channel " + channel, ill ? "is not well" : well(channel)));
    }
    for (Executor executor : config.catalogue().executors().values()) {
      if (executor.notifyPlan().channels().isEmpty()) {
        continue;
      }
      List<String> over =
          executor.notifyPlan().channels().stream()
              .map(ChannelAddress::channel)
              .distinct()
              .filter(channel -> !illChannels.contains(channel))
              .toList();
      out.line(
          line(
              !over.isEmpty(),
              "executor " + executor.id(),
              over.isEmpty()
                  ? "is reached over nothing that is well"
                  : "is reached over " + String.join(", ", over)));
    }
  }

  /** Ids of executors without any address: they look for themselves, at this machine. */
  List<String> unreached() {
    return config.catalogue().executors().values().stream()
        .filter(executor -> executor.notifyPlan().channels().isEmpty())
        .map(Executor::id)
        .toList();
  }

  private String well(String channel) {
    if (asked.contains(channel)) {
      return "is well";
    }
    return offline ? "is configured; no service was asked" : "is configured";
  }

  private static String line(boolean well, String what, String how) {
    boolean signs = TerminalWriter.charset().newEncoder().canEncode('✓');
    return (signs ? well ? "✓ " : "✗ " : well ? "+ " : "- ") + what + " " + how;
  }

  /** {@code 3 channels well, 1 mistake, 2 hints.} */
  String count(int mistakes, int hints) {
    long channels =
        config.channelNames().stream().filter(each -> !illChannels.contains(each)).count();
    List<String> parts = new ArrayList<>();
    parts.add(counted(channels, "channel") + " well");
    parts.add(counted(mistakes, "mistake"));
    if (hints > 0) {
      parts.add(counted(hints, "hint"));
    }
    return parts.stream().collect(Collectors.joining(", ", "", "."));
  }

  /** All that was looked at is well. */
  String done(int hints) {
    int registered = config.registry().registered().size();
    return "All is well with "
        + counted(config.catalogue().executors().size(), "executor")
        + (registered == 0 ? "" : " (" + registered + " registered at run time)")
        + " on "
        + counted(config.channelNames().size(), "channel")
        + (config.exchanges().size() == 1
            ? ""
            : " for the exchanges " + String.join(", ", config.exchangeNames()))
        + (hints == 0 ? "." : ", but for " + counted(hints, "hint") + ": messages go out.");
  }

  static String counted(long number, String word) {
    return number + " " + word + (number == 1 ? "" : "s");
  }
}
