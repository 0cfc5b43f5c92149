package org.messgateway.gateway.cli.setup;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.cli.command.ControlClient;
import org.messgateway.gateway.cli.command.HomeInspector;
import org.messgateway.gateway.config.GatewayConfig;
import org.messgateway.gateway.http.Control;
import org.messgateway.gateway.queue.DeliveryFilter;
import org.messgateway.gateway.queue.DeliveryRow;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.LaneState;
import org.messgateway.gateway.queue.QueueView;

/**
 * Probes lanes at once that wait for their next probe (docs/rules.md#retry): through the gateway
 * that runs, or at its next start.
 */
final class ProbeRequest {

  private static final int MOST = 10_000;

  private final GatewayConfig config;

  ProbeRequest(GatewayConfig config) {
    this.config = config;
  }

  /**
   * At all addresses of an executor.
   *
   * @return where something waited
   * @throws IOException when the running gateway cannot be asked, or nothing can be written
   */
  List<Control.Lane> ofExecutor(String executor) throws IOException {
    return probe(waiting(executor, _ -> true));
  }

  /** The same at one address, for all executors that have it. */
  List<Control.Lane> at(Predicate<String> address) throws IOException {
    return probe(waiting(null, lane -> address.test(lane.address())));
  }

  private List<Control.Lane> probe(List<Control.Lane> waiting) throws IOException {
    if (!waiting.isEmpty()) {
      new ControlClient(config).ask(control -> control.probe(waiting));
    }
    return waiting;
  }

  private List<Control.Lane> waiting(@Nullable String executor, Predicate<Control.Lane> which)
      throws IOException {
    DeliveryFilter queued = new DeliveryFilter(null, executor, null, Set.of(DeliveryState.QUEUED));
    try (HomeInspector inspector = new HomeInspector(config)) {
      return inspector.queue().stream()
          .flatMap((QueueView queue) -> queue.find(queued, MOST).stream())
          .filter(row -> row.laneState() == LaneState.OPEN)
          .map(ProbeRequest::lane)
          .filter(which)
          .distinct()
          .toList();
    }
  }

  private static Control.Lane lane(DeliveryRow row) {
    return new Control.Lane(row.identity().channel(), row.identity().address());
  }
}
