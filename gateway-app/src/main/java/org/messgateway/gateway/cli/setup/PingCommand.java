package org.messgateway.gateway.cli.setup;

import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.AdapterServices;
import org.messgateway.api.Outcome;
import org.messgateway.gateway.channels.ChannelConfig;
import org.messgateway.gateway.channels.discovery.RegisteredAdapter;
import org.messgateway.gateway.cli.command.Command;
import org.messgateway.gateway.cli.command.CommandContext;
import org.messgateway.gateway.cli.command.CommandFailure;
import org.messgateway.gateway.cli.command.TestMessage;
import org.messgateway.gateway.config.GatewayConfig;
import org.messgateway.gateway.config.PeopleOverlay;
import org.messgateway.gateway.routing.Executor;
import org.messgateway.gateway.routing.NotifyPlan.ChannelAddress;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ping}: sends one test message to an executor at once, without the queue. */
@CommandLine.Command(name = "ping", description = "Sends a test message to an executor, now.")
public final class PingCommand extends Command {

  private static final Duration LIMIT = Duration.ofSeconds(15);

  @Parameters(paramLabel = "EXECUTOR", description = "Whom.")
  @SuppressWarnings("NullAway.Init") // picocli sets it before call().
  private String executor;

  @Option(names = "--channel", paramLabel = "CHANNEL", description = "Only over this channel.")
  private @Nullable String channel;

  @Option(names = "--json", description = "Prints JSON.")
  private boolean json;

  @Override
  public Integer call() {
    try (CommandContext context = workplace()) {
      GatewayConfig written = context.inForce();
      // With the addresses that people linked themselves.
      GatewayConfig config = PeopleOverlay.to(written, context.people(written).now());
      Executor whom = CommandContext.executor(config, executor);
      List<ChannelAddress> addresses = addresses(whom);
      boolean allDelivered = true;
      for (ChannelAddress address : addresses) {
        allDelivered &= ping(config, whom, address);
      }
      return allDelivered ? DONE : CommandFailure.FAILED;
    }
  }

  private List<ChannelAddress> addresses(Executor whom) {
    List<ChannelAddress> addresses =
        whom.notifyPlan().channels().stream()
            .filter(each -> channel == null || each.channel().equals(channel))
            .toList();
    if (addresses.isEmpty()) {
      throw CommandFailure.usage(
          executor + " has no address" + (channel == null ? "." : " on " + channel + "."));
    }
    return addresses;
  }

  private boolean ping(GatewayConfig config, Executor executor, ChannelAddress address) {
    ChannelConfig configured = config.channels().get(address.channel());
    if (configured == null) {
      return show(address, false, "The adapter of this channel is missing or broken.");
    }
    AdapterServices services =
        new AdapterServices(configured.name(), InstantSource.system(), LIMIT);
    try (RegisteredAdapter adapter =
        configured.provider().create(configured.settings(), services)) {
      return show(
          address,
          adapter.deliver(
              TestMessage.to(executor, address.address(), config.title(), config.agentId())));
    }
  }

  private boolean show(ChannelAddress address, Outcome outcome) {
    return switch (outcome) {
      case Outcome.Delivered _ -> show(address, true, "Delivered.");
      case Outcome.Deferred deferred -> show(address, false, deferred.sentence());
      case Outcome.Rejected rejected -> show(address, false, rejected.sentence());
    };
  }

  private boolean show(ChannelAddress address, boolean delivered, String sentence) {
    if (json) {
      Map<String, Object> row = new LinkedHashMap<>();
      row.put("executor", executor);
      row.put("channel", address.channel());
      row.put("delivered", delivered);
      row.put("sentence", sentence);
      out().json(row);
    } else {
      out().line(executor + " over " + address.channel() + ": " + sentence);
    }
    return delivered;
  }
}
