package org.messgateway.gateway.cli.operate;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.messgateway.gateway.cli.command.Command;
import org.messgateway.gateway.cli.command.CommandContext;
import org.messgateway.gateway.cli.command.CommandFailure;
import org.messgateway.gateway.cli.command.ControlClient;
import org.messgateway.gateway.cli.command.HomeInspector;
import org.messgateway.gateway.cli.command.ProgressLine;
import org.messgateway.gateway.config.GatewayConfig;
import org.messgateway.gateway.http.Control;
import org.messgateway.gateway.queue.DeliveryFilter;
import org.messgateway.gateway.queue.DeliveryRow;
import org.messgateway.gateway.queue.DeliveryState;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code replay}: queues dead deliveries again, and threads held at the first start. */
@CommandLine.Command(
    name = "replay",
    description = "Sends dead deliveries again, or tasks that were held at the first start.")
public final class ReplayCommand extends Command {

  private static final int MOST = 10_000;

  @Mixin private DeliveriesCommand.Selection which = new DeliveriesCommand.Selection();

  @Option(
      names = "--state",
      split = ",",
      paramLabel = "STATE",
      description = "dead, rejected or expired (default: dead).")
  private Set<DeliveryState> states = Set.of(DeliveryState.DEAD);

  @Option(names = "--held", description = "Also what was held at the first start.")
  private boolean held;

  @Option(names = "--json", description = "Prints JSON.")
  private boolean json;

  @Override
  public Integer call() {
    try (CommandContext context = workplace()) {
      GatewayConfig config = context.config();
      ControlClient gateway = new ControlClient(config);
      List<String> ids = ids(config);
      int replayed = replay(gateway, ids);
      int released = held ? gateway.ask(Control::releaseHeld) : 0;
      if (json) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("replayed", replayed);
        row.put("released", released);
        out().json(row);
      } else {
        out()
            .line(replayed + (replayed == 1 ? " delivery is" : " deliveries are") + " sent again.");
        if (held) {
          out().line(released + (released == 1 ? " held task is" : " held tasks are") + " let go.");
        }
      }
      return DONE;
    } catch (IOException e) {
      throw CommandFailure.failed(String.valueOf(e.getMessage()));
    }
  }

  private static int replay(ControlClient gateway, List<String> ids) throws IOException {
    try (ProgressLine _ = ProgressLine.of("Sending again")) {
      return gateway.ask(control -> control.replay(ids));
    }
  }

  private List<String> ids(GatewayConfig config) throws IOException {
    try (HomeInspector inspector = new HomeInspector(config)) {
      DeliveryFilter filter = which.in(states);
      return inspector
          .queue()
          .map(queue -> queue.find(filter, MOST).stream().map(DeliveryRow::id).toList())
          .orElse(List.of());
    }
  }
}
