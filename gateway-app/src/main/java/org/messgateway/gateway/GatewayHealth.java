package org.messgateway.gateway;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.messgateway.gateway.exchange.ChangedThreads;
import org.messgateway.gateway.exchange.ExchangeWatcher;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.LaneState;
import org.messgateway.gateway.queue.QueueFigures;
import org.messgateway.gateway.respond.Health;

/** How the gateway is: ready once everything was listed and all parts run. */
final class GatewayHealth implements Health {

  private final String exchange;
  private final RecentFigures recent;
  private final ExchangeWatcher watcher;
  private final ChangedThreads changed;
  private volatile boolean ready;

  GatewayHealth(
      String exchange, RecentFigures figures, ExchangeWatcher watcher, ChangedThreads changed) {
    this.exchange = exchange;
    this.recent = figures;
    this.watcher = watcher;
    this.changed = changed;
  }

  void ready(boolean now) {
    ready = now;
  }

  @Override
  public boolean ok() {
    return ready && watcher.reachable();
  }

  @Override
  public Map<String, Object> details() {
    Map<String, Object> details = new LinkedHashMap<>();
    details.put("status", ok() ? "ready" : ready ? "the exchange cannot be read" : "starting");
    details.put("exchange", exchange);
    details.put("threads_waiting_to_be_read", changed.waiting());
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
