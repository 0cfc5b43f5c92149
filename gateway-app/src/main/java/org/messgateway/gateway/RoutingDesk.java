package org.messgateway.gateway;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.messgateway.api.NotificationKind;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.queue.DeliveryRow;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.Identity;
import org.messgateway.gateway.queue.QueueView;
import org.messgateway.gateway.routing.Catalogue;
import org.messgateway.gateway.routing.Executor;
import org.messgateway.gateway.routing.Route;
import org.messgateway.gateway.routing.Router;
import org.messgateway.gateway.routing.Told;

/** Asks routing about a thread, with what the queue and history know of it. */
final class RoutingDesk {

  private final String exchange;
  private final Router router = new Router();
  private final LiveConfiguration configuration;
  private final QueueView queue;
  private final QueueDependencies dependencies;
  private final InstantSource clock;

  RoutingDesk(
      String exchange, LiveConfiguration configuration, QueueView queue, InstantSource clock) {
    this.exchange = exchange;
    this.configuration = configuration;
    this.queue = queue;
    this.dependencies = new QueueDependencies(exchange, queue);
    this.clock = clock;
  }

  Route route(LoadedThread loaded) {
    return route(loaded, queue.deliveries(exchange, loaded.ref().value()), clock.instant());
  }

  Route route(LoadedThread loaded, List<DeliveryRow> rows, Instant now) {
    Catalogue catalogue = configuration.get().catalogue();
    return router.route(
        loaded.thread(), exchange, catalogue, dependencies, told(loaded, rows, catalogue), now);
  }

  private Told told(LoadedThread loaded, List<DeliveryRow> rows, Catalogue catalogue) {
    List<Told.Delivery> told = new ArrayList<>(Told.of(rows).deliveries());
    Map<String, DispatchNotes.Notified> noted =
        DispatchNotes.delivered(loaded.thread().envelope().history()).stream()
            .collect(
                Collectors.toMap(
                    DispatchNotes.Notified::id, Function.identity(), (first, _) -> first));
    rows.forEach(row -> noted.remove(row.id()));
    if (!noted.isEmpty()) {
      told.addAll(recalled(loaded, noted, catalogue));
    }
    return new Told(told);
  }

  /**
   * Deliveries that only history remembers: their ids are computed again from what is configured.
   */
  private List<Told.Delivery> recalled(
      LoadedThread loaded, Map<String, DispatchNotes.Notified> noted, Catalogue catalogue) {
    List<Told.Delivery> recalled = new ArrayList<>();
    int rounds = loaded.thread().envelope().history().size();
    for (DispatchNotes.Notified each : noted.values()) {
      Executor executor = catalogue.executors().get(each.executor());
      if (executor != null) {
        executor.notifyPlan().channels().stream()
            .filter(channel -> channel.channel().equals(each.channel()))
            .forEach(channel ->
                recall(loaded, each, channel.address().value(), rounds).ifPresent(recalled::add));
      }
    }
    return recalled;
  }

  private Optional<Told.Delivery> recall(
      LoadedThread loaded, DispatchNotes.Notified noted, String address, int rounds) {
    for (int round = 0; round <= rounds; round++) {
      Identity identity =
          new Identity(
              exchange,
              loaded.ref().value(),
              noted.executor(),
              noted.channel(),
              address,
              NotificationKind.REQUEST,
              round);
      if (identity.id().equals(noted.id())) {
        return Optional.of(
            new Told.Delivery(
                noted.executor(),
                noted.channel(),
                address,
                NotificationKind.REQUEST,
                round,
                DeliveryState.DELIVERED,
                noted.at(),
                false));
      }
    }
    return Optional.empty();
  }
}
