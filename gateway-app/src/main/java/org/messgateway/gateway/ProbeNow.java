package org.messgateway.gateway;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.config.GatewayConfig;
import org.messgateway.gateway.queue.DeliveryFilter;
import org.messgateway.gateway.queue.DeliveryRow;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.LaneState;
import org.messgateway.gateway.queue.QueueView;
import org.messgateway.gateway.respond.Control;

/**
 * Tries at once what waits for an address to be well again (DESIGN §5, Retry): through the gateway
 * that runs, or at its next start.
 */
public final class ProbeNow {

  private static final int MOST = 10_000;

  private final GatewayConfig config;

  public ProbeNow(GatewayConfig config) {
    this.config = config;
  }

  /**
   * Does it.
   *
   * @param executor whose addresses; null for anybody's
   * @param address only this one; null for all
   * @return where something waited
   * @throws IOException when the running gateway cannot be asked, or nothing can be written
   */
  public List<Control.Lane> run(@Nullable String executor, @Nullable String address)
      throws IOException {
    List<Control.Lane> waiting = waiting(executor, address);
    if (!waiting.isEmpty()) {
      new ControlAccess(config).ask(control -> control.probe(waiting));
    }
    return waiting;
  }

  private List<Control.Lane> waiting(@Nullable String executor, @Nullable String address)
      throws IOException {
    DeliveryFilter queued = new DeliveryFilter(null, executor, null, Set.of(DeliveryState.QUEUED));
    try (Inspection inspection = new Inspection(config)) {
      return inspection.queue().stream()
          .flatMap((QueueView queue) -> queue.find(queued, MOST).stream())
          .filter(row -> row.laneState() == LaneState.OPEN)
          .map(ProbeNow::lane)
          .filter(lane -> address == null || lane.address().equals(address))
          .distinct()
          .toList();
    }
  }

  private static Control.Lane lane(DeliveryRow row) {
    return new Control.Lane(row.identity().channel(), row.identity().address());
  }
}
