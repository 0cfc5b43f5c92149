package org.messgateway.gateway;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.LaneState;
import org.messgateway.gateway.queue.QueueFigures;
import org.messgateway.gateway.respond.Health;

/** How the gateway is: ready once everything was listed and all parts run. */
final class GatewayHealth implements Health {

  private final List<ExchangeSide> exchanges;
  private final RecentFigures recent;
  private volatile boolean ready;

  GatewayHealth(List<ExchangeSide> exchanges, RecentFigures figures) {
    this.exchanges = exchanges;
    this.recent = figures;
  }

  void ready(boolean now) {
    ready = now;
  }

  @Override
  public boolean ok() {
    return ready && exchanges.stream().allMatch(ExchangeSide::reachable);
  }

  @Override
  public Map<String, Object> details() {
    Map<String, Object> details = new LinkedHashMap<>();
    details.put("status", ok() ? "ready" : ready ? "the exchange cannot be read" : "starting");
    details.put("exchange", exchanges.getFirst().parts().exchangeId());
    List<String> away =
        exchanges.stream()
            .filter(exchange -> !exchange.answers())
            .map(exchange -> exchange.parts().exchangeId())
            .toList();
    if (exchanges.size() > 1) {
      details.put("exchanges", exchanges.stream().map(each -> each.parts().exchangeId()).toList());
    }
    if (!away.isEmpty()) {
      // What they hold is here as it was last seen, and goes on being told.
      details.put("servers_away", away);
    }
    details.put(
        "threads_waiting_to_be_read",
        exchanges.stream().mapToInt(exchange -> exchange.parts().changed().waiting()).sum());
    QueueFigures figures = recent.get();
    Map<String, Object> deliveries = new LinkedHashMap<>();
    for (DeliveryState state : DeliveryState.values()) {
      deliveries.put(state.code(), figures.deliveries().getOrDefault(state, 0L));
    }
    details.put("deliveries", deliveries);
    Map<String, Object> lanes = new LinkedHashMap<>();
    for (LaneState state : LaneState.values()) {
      lanes.put(state.name().toLowerCase(Locale.ROOT), figures.lanes().getOrDefault(state, 0L));
    }
    details.put("lanes", lanes);
    return details;
  }
}
