package org.messgateway.gateway.cli.command;

import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.Envelope;
import org.messgateway.api.mess.MessThread;
import org.messgateway.gateway.HomeDocuments;
import org.messgateway.gateway.StoreFactory;
import org.messgateway.gateway.config.CurrentConfig;
import org.messgateway.gateway.config.ExchangeConfig;
import org.messgateway.gateway.config.GatewayConfig;
import org.messgateway.gateway.config.people.PeopleState;
import org.messgateway.gateway.exchange.Exchange;
import org.messgateway.gateway.exchange.ExchangeLimits;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.ThreadLocation;
import org.messgateway.gateway.exchange.ThreadReadResult;
import org.messgateway.gateway.exchange.format.ThreadFormatException;
import org.messgateway.gateway.exchange.read.FoundCopy;
import org.messgateway.gateway.queue.DeliveryRow;
import org.messgateway.gateway.queue.QueueView;
import org.messgateway.gateway.queue.jdbc.QueueReader;
import org.messgateway.gateway.queue.jdbc.QueueStore;
import org.messgateway.gateway.reconcile.RoutingService;
import org.messgateway.gateway.routing.ExecutorVerdict;
import org.messgateway.gateway.routing.ExplanationText;
import org.messgateway.gateway.routing.Forecast;
import org.messgateway.gateway.routing.Route;

/** Looks into a home, beside the gateway that runs it or without one; changes nothing. */
public final class HomeInspector implements AutoCloseable {

  private final InstantSource clock = InstantSource.system();
  private final GatewayConfig config;
  private final List<NamedExchange> exchanges = new ArrayList<>();
  private final Optional<QueueReader> queue;

  /**
   * @throws IOException when the exchange cannot be read
   */
  public HomeInspector(GatewayConfig config) throws IOException {
    this.config = config;
    for (ExchangeConfig each : config.exchanges()) {
      exchanges.add(
          new NamedExchange(
              each.name(),
              new Exchange(each.directory(), ExchangeLimits.DEFAULT, clock, System::nanoTime)));
    }
    Path folder = config.home().resolve(".gateway");
    QueueStore store = StoreFactory.of(config.store(), folder, clock);
    this.queue = store.exists() ? Optional.of(store.openToRead()) : Optional.empty();
  }

  /** An exchange, and how the configuration calls it. */
  private record NamedExchange(String name, Exchange exchange) {

    String id() {
      return exchange.directory().id();
    }
  }

  /** Whether there are several exchanges, so that a thread needs one to be named. */
  public boolean several() {
    return exchanges.size() > 1;
  }

  /** The exchanges by their names, in the order of the configuration. */
  public SequencedMap<String, Exchange> exchanges() {
    SequencedMap<String, Exchange> named = new LinkedHashMap<>();
    exchanges.forEach(each -> named.put(each.name(), each.exchange()));
    return named;
  }

  /** One thread in a list; the problem where it cannot be read. */
  public record Listed(
      String exchange,
      String exchangeId,
      ThreadLocation location,
      @Nullable Envelope envelope,
      @Nullable String problem) {}

  /** Everything in all exchanges, by ref. */
  public List<Listed> threads() throws IOException {
    List<Listed> listed = new ArrayList<>();
    for (NamedExchange exchange : exchanges) {
      exchange.exchange().scanner().scan(sighting -> listed.add(listed(exchange, sighting)));
    }
    listed.sort(Comparator.comparing(each -> each.location().ref()));
    return listed;
  }

  /** The same of what was put away. */
  public List<Listed> archived() throws IOException {
    List<Listed> listed = new ArrayList<>();
    for (NamedExchange exchange : exchanges) {
      exchange.exchange().scanner().scanArchive(copy -> listed.add(listed(exchange, copy)));
    }
    listed.sort(Comparator.comparing(each -> each.location().ref()));
    return listed;
  }

  private static Listed listed(NamedExchange exchange, FoundCopy sighting) {
    try {
      return new Listed(
          exchange.name(),
          exchange.id(),
          sighting.location(),
          exchange.exchange().envelopes().load(sighting.location()),
          null);
    } catch (IOException | ThreadFormatException e) {
      return new Listed(exchange.name(), exchange.id(), sighting.location(), null, e.getMessage());
    }
  }

  /** What the queue remembers; one that knows nothing when no gateway has run here. */
  public QueueView remembered() {
    return queue.<QueueView>map(reader -> reader).orElseGet(NothingQueued::new);
  }

  /** What the queue remembers; empty when no gateway has run here. */
  public Optional<QueueView> queue() {
    return queue.map(reader -> reader);
  }

  /** Deliveries of one thread. */
  public List<DeliveryRow> deliveries(String ref) {
    return queue.stream()
        .flatMap(reader ->
            exchanges.stream().flatMap(each -> reader.deliveries(each.id(), ref).stream()))
        .toList();
  }

  /**
   * Why nothing, or not yet, goes out for a thread, as the queue has it; empty when all is well.
   */
  public Optional<String> problem(String ref) {
    return queue.stream()
        .flatMap(
            reader -> exchanges.stream().flatMap(each -> reader.thread(each.id(), ref).stream()))
        .flatMap(row -> Stream.ofNullable(row.problem()))
        .findFirst();
  }

  /** Whether something of that ref lies in the exchange, readable or not. */
  public boolean has(String ref) {
    return Ref.of(ref).filter(checked -> !holders(checked).isEmpty()).isPresent();
  }

  /** Those that have it: a ref is one exchange's own. */
  private List<NamedExchange> holders(Ref ref) {
    return exchanges.stream()
        .filter(each -> !each.exchange().directory().unused())
        .filter(each -> !(each.exchange().loader().load(ref) instanceof ThreadReadResult.Absent))
        .toList();
  }

  /** What routing says of a thread now, in sentences. */
  public List<String> explain(String ref, @Nullable String executor) {
    Optional<Ref> checked = Ref.of(ref);
    if (checked.isEmpty()) {
      return List.of(ref + " cannot be the name of a thread.");
    }
    List<NamedExchange> holders = holders(checked.get());
    if (holders.isEmpty() || !several()) {
      return explained(exchanges.getFirst(), checked.get(), executor);
    }
    return holders.stream()
        .flatMap(each ->
            Stream.concat(
                Stream.of("In exchange " + each.name() + ":"),
                explained(each, checked.get(), executor).stream()))
        .toList();
  }

  private List<String> explained(NamedExchange exchange, Ref ref, @Nullable String executor) {
    return switch (exchange.exchange().loader().load(ref)) {
      case ThreadReadResult.Complete complete -> explained(exchange, complete.thread(), executor);
      case ThreadReadResult.Incomplete incomplete ->
          List.of("It cannot be read whole now: " + incomplete.reason());
      case ThreadReadResult.Unreadable unreadable ->
          List.of("It cannot be read: " + unreadable.text());
      case ThreadReadResult.Absent _ -> List.of("There is no thread " + ref + " in the exchange.");
    };
  }

  private List<String> explained(
      NamedExchange exchange, LoadedThread loaded, @Nullable String executor) {
    CurrentConfig live = live();
    Route route = routing(exchange, live).route(loaded);
    ExplanationText text = new ExplanationText(ZoneId.systemDefault(), clock.instant());
    List<String> lines = executor == null ? text.lines(route) : text.lines(route, executor);
    return Stream.concat(lines.stream(), registered(route, executor)).toList();
  }

  /** The configuration in force, with what people decided. */
  private CurrentConfig live() {
    CurrentConfig live = new CurrentConfig(config);
    live.decided(people());
    return live;
  }

  private RoutingService routing(NamedExchange exchange, CurrentConfig live) {
    return new RoutingService(
        exchange.id(),
        live,
        remembered(),
        exchange.exchange().loader()::search,
        exchange.exchange().capabilities()::ids,
        agentsWithInbox()::contains,
        clock);
  }

  /**
   * What routing says of a task that need not be there.
   *
   * @param lines all there is to say, as {@link #explain} does
   */
  public record Forecasted(Forecast forecast, List<String> lines) {}

  /**
   * Who would be told of a task now. Writes and sends nothing.
   *
   * @param exchange its name in the configuration
   */
  public Forecasted forecast(String exchange, MessThread thread) {
    NamedExchange named =
        exchanges.stream().filter(each -> each.name().equals(exchange)).findFirst().orElseThrow();
    CurrentConfig live = live();
    Route route = routing(named, live).forecast(thread);
    return new Forecasted(
        Forecast.of(route, live.get().catalogue(), clock.instant()),
        new ExplanationText(ZoneId.systemDefault(), clock.instant()).lines(route));
  }

  /** Whom nobody wrote into the configuration, and by whom they were registered. */
  private Stream<String> registered(Route route, @Nullable String executor) {
    return route.explanation().verdicts().stream()
        .map(ExecutorVerdict::executor)
        .filter(id -> executor == null || executor.equals(id))
        .filter(config.registry().registered()::contains)
        .map(id -> id + " was " + config.registry().sources().get(id));
  }

  private Set<String> agentsWithInbox() {
    Path folder = config.home().resolve(".gateway");
    QueueStore store = StoreFactory.of(config.store(), folder, clock);
    try (HomeDocuments documents = HomeDocuments.ofCommand(store, config.home())) {
      return documents.agents(clock.instant());
    } catch (IOException e) {
      // As for a gateway, which accepts no token then.
      return Set.of();
    }
  }

  private PeopleState people() {
    Path folder = config.home().resolve(".gateway");
    QueueStore store = StoreFactory.of(config.store(), folder, clock);
    try (HomeDocuments documents = HomeDocuments.ofCommand(store, config.home())) {
      return documents.people().now();
    }
  }

  @Override
  public void close() {
    queue.ifPresent(QueueReader::close);
    exchanges.forEach(each -> each.exchange().close());
  }
}
