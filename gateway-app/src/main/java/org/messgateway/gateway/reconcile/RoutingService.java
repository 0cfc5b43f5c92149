package org.messgateway.gateway.reconcile;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.messgateway.api.Audience;
import org.messgateway.api.NotificationKind;
import org.messgateway.api.mess.MessThread;
import org.messgateway.gateway.config.CurrentConfig;
import org.messgateway.gateway.config.GatewayConfig;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.ThreadReadResult;
import org.messgateway.gateway.protocol.Generation;
import org.messgateway.gateway.queue.DeliveryRow;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.DesiredDelivery;
import org.messgateway.gateway.queue.Identity;
import org.messgateway.gateway.queue.QueueView;
import org.messgateway.gateway.routing.Agent;
import org.messgateway.gateway.routing.Catalogue;
import org.messgateway.gateway.routing.DeliveryLedger;
import org.messgateway.gateway.routing.NotifyPlan.ChannelAddress;
import org.messgateway.gateway.routing.Route;
import org.messgateway.gateway.routing.Router;
import org.messgateway.gateway.routing.RoutingLookups;

/** Asks {@link Router} about a thread, with the deliveries that queue and history record of it. */
public final class RoutingService {

  private final String exchange;
  private final Router router = new Router();
  private final CurrentConfig configuration;
  private final QueueView queue;
  private final RoutingLookups lookups;
  private final Predicate<String> editable;
  private final InstantSource clock;
  private final RouteCache firstRoutes = new RouteCache(System::nanoTime);

  /**
   * For commands that do not open channels: every channel counts as one that can edit.
   *
   * @param threads gives a thread that the queue does not remember
   * @param described ids of the capabilities that the exchange describes
   * @param inboxes whether an agent of that name has an inbox
   */
  public RoutingService(
      String exchange,
      CurrentConfig configuration,
      QueueView queue,
      Function<Ref, ThreadReadResult> threads,
      Supplier<Set<String>> described,
      Predicate<String> inboxes,
      InstantSource clock) {
    this(exchange, configuration, queue, threads, described, inboxes, _ -> true, clock);
  }

  /**
   * @param threads gives a thread that the queue does not remember
   * @param described ids of the capabilities that the exchange describes
   * @param inboxes whether an agent of that name has an inbox; asked for each thread with news
   * @param editable whether a channel, by its name, can edit messages
   */
  public RoutingService(
      String exchange,
      CurrentConfig configuration,
      QueueView queue,
      Function<Ref, ThreadReadResult> threads,
      Supplier<Set<String>> described,
      Predicate<String> inboxes,
      Predicate<String> editable,
      InstantSource clock) {
    this.exchange = exchange;
    this.configuration = configuration;
    this.queue = queue;
    this.lookups =
        new RoutingLookups(
            new QueueDependencies(exchange, queue, threads),
            new QueuePerformance(queue, System::nanoTime),
            described,
            inboxes);
    this.editable = editable;
    this.clock = clock;
  }

  public Route route(LoadedThread loaded) {
    return route(loaded, queue.deliveries(exchange, loaded.ref().value()), clock.instant());
  }

  /** The route of a task that is not there, or of which nobody was told yet. */
  public Route forecast(MessThread thread) {
    return router.route(
        thread,
        exchange,
        configuration.get().catalogue(),
        lookups,
        DeliveryLedger.NOTHING,
        clock.instant());
  }

  public Route route(LoadedThread loaded, List<DeliveryRow> rows, Instant now) {
    return route(loaded, ledger(rows, recalled(loaded, rows)), now);
  }

  private Route route(LoadedThread loaded, DeliveryLedger ledger, Instant now) {
    return router.route(
        loaded.thread(), exchange, configuration.get().catalogue(), lookups, ledger, now);
  }

  private DeliveryLedger ledger(List<DeliveryRow> rows, List<Recalled> recalled) {
    if (rows.isEmpty() && recalled.isEmpty()) {
      return DeliveryLedger.NOTHING;
    }
    List<DeliveryLedger.Delivery> told =
        new ArrayList<>(DeliveryLedger.of(rows, editable).deliveries());
    recalled.forEach(each -> told.add(delivery(each)));
    return new DeliveryLedger(told);
  }

  /** The route of a thread that is new to the queue. */
  @SuppressWarnings("ReferenceEquality") // A configuration is replaced as a whole.
  Route first(LoadedThread loaded, Instant now) {
    GatewayConfig config = configuration.get();
    List<Recalled> recalled = recalled(loaded, List.of());
    Route route = route(loaded, ledger(List.of(), recalled), now);
    if (config == configuration.get() && recalled.isEmpty()) {
      firstRoutes.keep(loaded, config, route, now);
    }
    return route;
  }

  /** The route that {@link #first} gave, once for each delivery, while it cannot have changed. */
  public Optional<Route> stillFirst(LoadedThread loaded, Identity delivery, Instant now) {
    return firstRoutes.take(loaded, delivery, configuration.get(), now);
  }

  private record Recalled(Identity identity, DispatchHistory.Notified noted) {}

  private static DeliveryLedger.Delivery delivery(Recalled recalled) {
    Identity identity = recalled.identity();
    return new DeliveryLedger.Delivery(
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
   * Deliveries that only history records, to be stored as rows: follow-ups need them when the
   * thread ends.
   */
  List<DesiredDelivery> remembered(LoadedThread loaded, List<DeliveryRow> rows) {
    List<Recalled> recalled = recalled(loaded, rows);
    if (recalled.isEmpty()) {
      return List.of();
    }
    Catalogue catalogue = configuration.get().catalogue();
    return recalled.stream()
        .map(Recalled::identity)
        .map(identity ->
            new DesiredDelivery(
                identity,
                List.of(identity.executor()),
                catalogue.audiences().get(identity.channel()) == Audience.PEOPLE,
                loaded.thread().priority(),
                clock.instant(),
                null))
        .toList();
  }

  /**
   * Deliveries that only history records. Their ids are computed again from the configuration. None
   * for a thread that has ended.
   */
  private List<Recalled> recalled(LoadedThread loaded, List<DeliveryRow> rows) {
    if (loaded.thread().envelope().status().ended()) {
      return List.of();
    }
    List<DispatchHistory.Notified> delivered =
        DispatchHistory.delivered(loaded.thread().envelope().history());
    if (delivered.isEmpty()) {
      return List.of();
    }
    Map<String, DispatchHistory.Notified> noted =
        delivered.stream()
            .collect(
                Collectors.toMap(
                    DispatchHistory.Notified::id, Function.identity(), (first, _) -> first));
    rows.forEach(row -> noted.remove(row.id()));
    return noted.values().stream().flatMap(each -> recalled(loaded, each).stream()).toList();
  }

  private List<Recalled> recalled(LoadedThread loaded, DispatchHistory.Notified noted) {
    return addresses(noted.executor())
        .filter(at -> at.channel().equals(noted.channel()))
        .flatMap(at -> recall(loaded, noted, at.address().value()).stream())
        .toList();
  }

  /** Of an executor, else of an agent. */
  private Stream<ChannelAddress> addresses(String name) {
    Catalogue catalogue = configuration.get().catalogue();
    return catalogue
        .executor(name)
        .map(executor -> executor.notifyPlan().channels().stream())
        .orElseGet(() ->
            Stream.concat(
                catalogue.agent(name).map(Agent::channels).orElse(List.of()).stream(),
                Stream.of(Agent.INBOX)));
  }

  private Optional<Recalled> recall(
      LoadedThread loaded, DispatchHistory.Notified noted, String address) {
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
                serial,
                Generation.of(loaded.thread())))
        .filter(identity -> identity.id().equals(noted.id()))
        .findFirst()
        .map(identity -> new Recalled(identity, noted));
  }
}
