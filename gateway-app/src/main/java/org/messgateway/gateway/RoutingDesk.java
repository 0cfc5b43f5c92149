package org.messgateway.gateway;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.messgateway.api.Audience;
import org.messgateway.api.NotificationKind;
import org.messgateway.gateway.config.GatewayConfig;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.queue.DeliveryRow;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.Identity;
import org.messgateway.gateway.queue.QueueView;
import org.messgateway.gateway.queue.WantedDelivery;
import org.messgateway.gateway.routing.Catalogue;
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
  private final Predicate<String> editable;
  private final InstantSource clock;
  private final FirstDecisions firsts = new FirstDecisions(System::nanoTime);

  /** Where nobody knows which channels can change what they sent: all. */
  RoutingDesk(
      String exchange, LiveConfiguration configuration, QueueView queue, InstantSource clock) {
    this(exchange, configuration, queue, _ -> true, clock);
  }

  /**
   * @param editable whether what was sent over a channel can be changed
   */
  RoutingDesk(
      String exchange,
      LiveConfiguration configuration,
      QueueView queue,
      Predicate<String> editable,
      InstantSource clock) {
    this.exchange = exchange;
    this.configuration = configuration;
    this.queue = queue;
    this.dependencies = new QueueDependencies(exchange, queue);
    this.editable = editable;
    this.clock = clock;
  }

  Route route(LoadedThread loaded) {
    return route(loaded, queue.deliveries(exchange, loaded.ref().value()), clock.instant());
  }

  Route route(LoadedThread loaded, List<DeliveryRow> rows, Instant now) {
    List<Told.Delivery> told = new ArrayList<>(Told.of(rows, editable).deliveries());
    recalled(loaded, rows).forEach(recalled -> told.add(delivery(recalled)));
    return router.route(
        loaded.thread(),
        exchange,
        configuration.get().catalogue(),
        dependencies,
        new Told(told),
        now);
  }

  /** Of a thread of which the queue knows nothing. */
  @SuppressWarnings("ReferenceEquality") // A configuration is replaced as a whole.
  Route first(LoadedThread loaded, Instant now) {
    GatewayConfig config = configuration.get();
    Route route = route(loaded, List.of(), now);
    if (config == configuration.get() && recalled(loaded, List.of()).isEmpty()) {
      firsts.keep(loaded, config, route, now);
    }
    return route;
  }

  /**
   * What {@link #first} said, once for each delivery, as long as nothing could make it say
   * something else of it now.
   */
  Optional<Route> stillFirst(LoadedThread loaded, Identity delivery, Instant now) {
    return firsts.take(loaded, delivery, configuration.get(), now);
  }

  private record Recalled(Identity identity, DispatchNotes.Notified noted) {}

  private static Told.Delivery delivery(Recalled recalled) {
    Identity identity = recalled.identity();
    return new Told.Delivery(
        identity.executor(),
        identity.channel(),
        identity.address(),
        identity.kind(),
        identity.serial(),
        DeliveryState.DELIVERED,
        recalled.noted().at(),
        false);
  }

  /**
   * What only history remembers as delivered, to be stored with the next reconcile: what was told
   * must be known when the thread ends.
   */
  List<WantedDelivery> remembered(LoadedThread loaded, List<DeliveryRow> rows) {
    Catalogue catalogue = configuration.get().catalogue();
    return recalled(loaded, rows).stream()
        .map(Recalled::identity)
        .map(identity ->
            new WantedDelivery(
                identity,
                List.of(identity.executor()),
                catalogue.audiences().get(identity.channel()) == Audience.PEOPLE,
                loaded.thread().priority(),
                clock.instant(),
                null))
        .toList();
  }

  /**
   * Deliveries that only history remembers: their ids are computed again from what is configured. A
   * thread that had ended before the queue knew it wants nothing.
   */
  private List<Recalled> recalled(LoadedThread loaded, List<DeliveryRow> rows) {
    if (loaded.thread().envelope().status().ended()) {
      return List.of();
    }
    Map<String, DispatchNotes.Notified> noted =
        DispatchNotes.delivered(loaded.thread().envelope().history()).stream()
            .collect(
                Collectors.toMap(
                    DispatchNotes.Notified::id, Function.identity(), (first, _) -> first));
    rows.forEach(row -> noted.remove(row.id()));
    return noted.values().stream().flatMap(each -> recalled(loaded, each).stream()).toList();
  }

  private List<Recalled> recalled(LoadedThread loaded, DispatchNotes.Notified noted) {
    return Optional.ofNullable(configuration.get().catalogue().executors().get(noted.executor()))
        .map(executor ->
            executor.notifyPlan().channels().stream()
                .filter(channel -> channel.channel().equals(noted.channel()))
                .flatMap(channel -> recall(loaded, noted, channel.address().value()).stream())
                .toList())
        .orElse(List.of());
  }

  private Optional<Recalled> recall(
      LoadedThread loaded, DispatchNotes.Notified noted, String address) {
    // Of a request the round is not written.
    IntStream serials =
        noted.kind() == NotificationKind.REQUEST
            ? IntStream.rangeClosed(0, loaded.thread().envelope().history().size())
            : IntStream.of(noted.serial());
    return serials
        .mapToObj(serial ->
            new Identity(
                exchange,
                loaded.ref().value(),
                noted.executor(),
                noted.channel(),
                address,
                noted.kind(),
                serial))
        .filter(identity -> identity.id().equals(noted.id()))
        .findFirst()
        .map(identity -> new Recalled(identity, noted));
  }
}
