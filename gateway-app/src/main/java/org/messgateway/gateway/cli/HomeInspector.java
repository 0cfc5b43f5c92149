package org.messgateway.gateway.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.Envelope;
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
import org.messgateway.gateway.queue.AttemptRow;
import org.messgateway.gateway.queue.DeliveryFilter;
import org.messgateway.gateway.queue.DeliveryRow;
import org.messgateway.gateway.queue.QueueFigures;
import org.messgateway.gateway.queue.QueueView;
import org.messgateway.gateway.queue.ThreadRow;
import org.messgateway.gateway.queue.jdbc.QueueReader;
import org.messgateway.gateway.queue.jdbc.QueueStore;
import org.messgateway.gateway.reconcile.RoutingService;
import org.messgateway.gateway.routing.ExplanationText;
import org.messgateway.gateway.routing.Route;

/** Looks into a home, beside the gateway that runs it or without one; changes nothing. */
public final class HomeInspector implements AutoCloseable {

  private final InstantSource clock = InstantSource.system();
  private final GatewayConfig config;
  private final List<Exchange> exchanges = new ArrayList<>();
  private final Optional<QueueReader> queue;

  /**
   * @throws IOException when the exchange cannot be read
   */
  public HomeInspector(GatewayConfig config) throws IOException {
    this.config = config;
    for (ExchangeConfig each : config.exchanges()) {
      exchanges.add(
          new Exchange(each.directory(), ExchangeLimits.DEFAULT, clock, System::nanoTime));
    }
    Path folder = config.home().resolve(".gateway");
    QueueStore store = StoreFactory.of(config.store(), folder, clock);
    this.queue = store.exists() ? Optional.of(store.openToRead()) : Optional.empty();
  }

  /** One thread in a list; the problem where it cannot be read. */
  public record Listed(
      String exchange,
      ThreadLocation location,
      @Nullable Envelope envelope,
      @Nullable String problem) {}

  /** Everything in all exchanges, by ref. */
  public List<Listed> threads() throws IOException {
    List<Listed> listed = new ArrayList<>();
    for (Exchange exchange : exchanges) {
      exchange.scanner().scan(sighting -> listed.add(listed(exchange, sighting)));
    }
    listed.sort(Comparator.comparing(each -> each.location().ref()));
    return listed;
  }

  private static Listed listed(Exchange exchange, FoundCopy sighting) {
    try {
      return new Listed(
          exchange.directory().id(),
          sighting.location(),
          exchange.envelopes().load(sighting.location()),
          null);
    } catch (IOException | ThreadFormatException e) {
      return new Listed(exchange.directory().id(), sighting.location(), null, e.getMessage());
    }
  }

  /** What the queue remembers; empty when no gateway has run here. */
  public Optional<QueueView> queue() {
    return queue.map(reader -> reader);
  }

  /** Deliveries of one thread. */
  public List<DeliveryRow> deliveries(String ref) {
    return queue.stream()
        .flatMap(reader ->
            exchanges.stream()
                .flatMap(each -> reader.deliveries(each.directory().id(), ref).stream()))
        .toList();
  }

  /**
   * Why nothing, or not yet, goes out for a thread, as the queue has it; empty when all is well.
   */
  public Optional<String> problem(String ref) {
    return queue.stream()
        .flatMap(reader ->
            exchanges.stream().flatMap(each -> reader.thread(each.directory().id(), ref).stream()))
        .flatMap(row -> Stream.ofNullable(row.problem()))
        .findFirst();
  }

  /** Whether something of that ref lies in the exchange, readable or not. */
  public boolean has(String ref) {
    return Ref.of(ref).filter(checked -> !holders(checked).isEmpty()).isPresent();
  }

  /** Those that have it: a ref is one exchange's own. */
  private List<Exchange> holders(Ref ref) {
    return exchanges.stream()
        .filter(each -> !(each.loader().load(ref) instanceof ThreadReadResult.Absent))
        .toList();
  }

  /** What routing says of a thread now, in sentences. */
  public List<String> explain(String ref, @Nullable String executor) {
    Optional<Ref> checked = Ref.of(ref);
    if (checked.isEmpty()) {
      return List.of(ref + " cannot be the name of a thread.");
    }
    List<Exchange> holders = holders(checked.get());
    if (holders.size() < 2) {
      Exchange only = holders.isEmpty() ? exchanges.getFirst() : holders.getFirst();
      return explained(only, checked.get(), executor);
    }
    return holders.stream()
        .flatMap(each ->
            Stream.concat(
                Stream.of("In exchange " + each.directory().id() + ":"),
                explained(each, checked.get(), executor).stream()))
        .toList();
  }

  private List<String> explained(Exchange exchange, Ref ref, @Nullable String executor) {
    return switch (exchange.loader().load(ref)) {
      case ThreadReadResult.Complete complete ->
          explained(exchange.directory().id(), complete.thread(), executor);
      case ThreadReadResult.Incomplete incomplete ->
          List.of("It cannot be read whole now: " + incomplete.reason());
      case ThreadReadResult.Unreadable unreadable ->
          List.of("It cannot be read: " + unreadable.text());
      case ThreadReadResult.Absent _ -> List.of("There is no thread " + ref + " in the exchange.");
    };
  }

  private List<String> explained(String id, LoadedThread loaded, @Nullable String executor) {
    QueueView view = queue.<QueueView>map(reader -> reader).orElseGet(NothingQueued::new);
    CurrentConfig live = new CurrentConfig(config);
    live.decided(people());
    RoutingService routing = new RoutingService(id, live, view, clock);
    Route route = routing.route(loaded);
    ExplanationText text = new ExplanationText(ZoneId.systemDefault(), clock.instant());
    return executor == null ? text.lines(route) : text.lines(route, executor);
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
    exchanges.forEach(Exchange::close);
  }

  /** The queue of a home in which no gateway has run. */
  private static final class NothingQueued implements QueueView {

    @Override
    public Optional<ThreadRow> thread(String exchange, String ref) {
      return Optional.empty();
    }

    @Override
    public Optional<ThreadRow> threadByClientId(
        String exchange, String requestor, String clientId) {
      return Optional.empty();
    }

    @Override
    public List<ThreadRow> threadsByClientId(String exchange, String clientId, int max) {
      return List.of();
    }

    @Override
    public List<String> dependsOn(String exchange, String ref) {
      return List.of();
    }

    @Override
    public List<ThreadRow> threads(String exchange, String after, int max) {
      return List.of();
    }

    @Override
    public List<String> openThreads(String exchange, String after, int max) {
      return List.of();
    }

    @Override
    public Optional<String> lastRef(String exchange, String requestor) {
      return Optional.empty();
    }

    @Override
    public List<DeliveryRow> deliveries(String exchange, String ref) {
      return List.of();
    }

    @Override
    public List<DeliveryRow> find(DeliveryFilter filter, int max) {
      return List.of();
    }

    @Override
    public Optional<DeliveryRow> delivery(String id) {
      return Optional.empty();
    }

    @Override
    public List<AttemptRow> attempts(String id) {
      return List.of();
    }

    @Override
    public QueueFigures figures() {
      return new QueueFigures(Map.of(), Map.of());
    }
  }
}
