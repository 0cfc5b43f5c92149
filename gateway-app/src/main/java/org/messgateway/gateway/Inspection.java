package org.messgateway.gateway;

import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.Envelope;
import org.messgateway.gateway.config.ExchangeConfig;
import org.messgateway.gateway.config.GatewayConfig;
import org.messgateway.gateway.exchange.Exchange;
import org.messgateway.gateway.exchange.ExchangeLimits;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.exchange.Place;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.Sighting;
import org.messgateway.gateway.exchange.ThreadLook;
import org.messgateway.gateway.exchange.format.ThreadFormatException;
import org.messgateway.gateway.people.People;
import org.messgateway.gateway.queue.DeliveryRow;
import org.messgateway.gateway.queue.QueueView;
import org.messgateway.gateway.queue.jdbc.QueueReader;
import org.messgateway.gateway.queue.jdbc.QueueStore;
import org.messgateway.gateway.routing.ExplanationText;
import org.messgateway.gateway.routing.Route;

/** Looks into a home, beside the gateway that runs it or without one; changes nothing. */
public final class Inspection implements AutoCloseable {

  private final InstantSource clock = InstantSource.system();
  private final GatewayConfig config;
  private final List<Exchange> exchanges = new ArrayList<>();
  private final Optional<QueueReader> queue;

  /**
   * @throws IOException when the exchange cannot be read
   */
  public Inspection(GatewayConfig config) throws IOException {
    this.config = config;
    for (ExchangeConfig each : config.exchanges()) {
      exchanges.add(
          new Exchange(
              OpenExchange.directory(each), ExchangeLimits.DEFAULT, clock, System::nanoTime));
    }
    Path folder = config.home().resolve(".gateway");
    QueueStore store = QueueStores.of(config.store(), folder, clock);
    this.queue = store.exists() ? Optional.of(store.openToRead()) : Optional.empty();
  }

  /** One thread in a list; the problem where it cannot be read. */
  public record Listed(
      String exchange, Place place, @Nullable Envelope envelope, @Nullable String problem) {}

  /** Everything in all exchanges, by ref. */
  public List<Listed> threads() throws IOException {
    List<Listed> listed = new ArrayList<>();
    for (Exchange exchange : exchanges) {
      exchange.scanner().scan(sighting -> listed.add(listed(exchange, sighting)));
    }
    listed.sort(Comparator.comparing(each -> each.place().ref()));
    return listed;
  }

  private static Listed listed(Exchange exchange, Sighting sighting) {
    try {
      return new Listed(
          exchange.directory().id(),
          sighting.place(),
          exchange.envelopes().load(sighting.place()),
          null);
    } catch (IOException | ThreadFormatException e) {
      return new Listed(exchange.directory().id(), sighting.place(), null, e.getMessage());
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
        .filter(each -> !(each.loader().load(ref) instanceof ThreadLook.Absent))
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
      case ThreadLook.Complete complete ->
          explained(exchange.directory().id(), complete.thread(), executor);
      case ThreadLook.Incomplete incomplete ->
          List.of("It cannot be read whole now: " + incomplete.reason());
      case ThreadLook.Unreadable unreadable -> List.of("It cannot be read: " + unreadable.text());
      case ThreadLook.Absent _ -> List.of("There is no thread " + ref + " in the exchange.");
    };
  }

  private List<String> explained(String id, LoadedThread loaded, @Nullable String executor) {
    QueueView view = queue.<QueueView>map(reader -> reader).orElseGet(NothingQueued::new);
    LiveConfiguration live = new LiveConfiguration(config);
    live.decided(people());
    RoutingDesk desk = new RoutingDesk(id, live, view, clock);
    Route route = desk.route(loaded);
    ExplanationText text = new ExplanationText(ZoneId.systemDefault(), clock.instant());
    return executor == null ? text.lines(route) : text.lines(route, executor);
  }

  private People people() {
    Path folder = config.home().resolve(".gateway");
    QueueStore store = QueueStores.of(config.store(), folder, clock);
    try (HomeDocuments documents = HomeDocuments.ofCommand(store, config.home())) {
      return documents.people().now();
    }
  }

  @Override
  public void close() {
    queue.ifPresent(QueueReader::close);
    exchanges.forEach(Exchange::close);
  }
}
