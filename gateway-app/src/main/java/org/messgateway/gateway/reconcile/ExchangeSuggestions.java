package org.messgateway.gateway.reconcile;

import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.messgateway.gateway.exchange.Exchange;
import org.messgateway.gateway.exchange.ExchangeListener;
import org.messgateway.gateway.exchange.ExchangeWriteException;
import org.messgateway.gateway.exchange.LargeWork;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.ThreadAddition;
import org.messgateway.gateway.exchange.ThreadReadResult;
import org.messgateway.gateway.exchange.format.EnvelopeEdit;
import org.messgateway.gateway.exchange.format.MessageWriter;
import org.messgateway.gateway.home.BackgroundLoop;
import org.messgateway.gateway.protocol.Conversation;
import org.messgateway.gateway.protocol.SuggestionState;
import org.messgateway.gateway.queue.QueueView;
import org.messgateway.gateway.reconcile.SuggestionRules.Proposed;
import org.messgateway.gateway.reconcile.SuggestionRules.RoutedTask;
import org.messgateway.gateway.routing.Catalogue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes what the exchange suggests of itself ({@link SuggestionRules}) into the threads. Gateways
 * that share an exchange may do it at once: whoever writes looks at the thread first, under its
 * lock.
 */
public final class ExchangeSuggestions {

  private static final Logger log = LoggerFactory.getLogger(ExchangeSuggestions.class);

  /** Open tasks that are looked at, the latest first: more are nobody's to merge by hand. */
  private static final int MOST = 1_000;

  private final Exchange exchange;
  private final QueueView queue;
  private final RoutingService routing;
  private final Supplier<Catalogue> catalogue;
  private final ExchangeListener changed;
  private final InstantSource clock;

  /**
   * @param changed notified of threads with a new suggestion
   */
  public ExchangeSuggestions(
      Exchange exchange,
      QueueView queue,
      RoutingService routing,
      Supplier<Catalogue> catalogue,
      ExchangeListener changed,
      InstantSource clock) {
    this.exchange = exchange;
    this.queue = queue;
    this.routing = routing;
    this.catalogue = catalogue;
    this.changed = changed;
    this.clock = clock;
  }

  /** Looks at all open tasks once. */
  public void turn() {
    Instant now = Instant.ofEpochMilli(clock.millis());
    List<RoutedTask> tasks = new ArrayList<>();
    for (String ref : open()) {
      BackgroundLoop.progress();
      load(ref).ifPresent(tasks::add);
    }
    for (Proposed each : new SuggestionRules(catalogue.get(), now).of(tasks)) {
      try {
        suggest(each, now);
      } catch (IOException e) {
        log.debug("Nothing is suggested in {} now: {}", each.re(), e.toString());
      }
    }
  }

  private List<String> open() {
    String id = exchange.directory().id();
    List<String> refs = queue.openThreads(id, "", MOST);
    List<String> all = new ArrayList<>(refs);
    while (refs.size() == MOST) {
      refs = queue.openThreads(id, refs.getLast(), MOST);
      all.addAll(refs);
    }
    return all.subList(Math.max(0, all.size() - MOST), all.size());
  }

  /** Large threads are left alone: nobody waits for memory here. */
  private Optional<RoutedTask> load(String ref) {
    return Ref.of(ref)
        .map(exchange.loader()::load)
        .flatMap(ThreadReadResult::complete)
        .filter(loaded -> loaded.memory() <= LargeWork.SMALL_MEMORY)
        .filter(loaded -> !loaded.thread().envelope().status().ended())
        .map(loaded ->
            new RoutedTask(
                loaded.thread(), Conversation.of(loaded.thread()), routing.route(loaded)));
  }

  private void suggest(Proposed proposed, Instant now) throws ExchangeWriteException {
    Ref home = new Ref(proposed.re().getFirst());
    if (!changed.wants(home)) {
      return;
    }
    boolean[] written = {false};
    LoadedThread _ =
        exchange
            .writer()
            .write(
                home,
                thread -> {
                  written[0] = !proposed.isOutOfPlaceIn(thread);
                  return written[0]
                      ? new ThreadAddition(
                          message(proposed, SuggestionState.nextId(thread), now),
                          EnvelopeEdit.NOTHING.updated(now))
                      : null;
                });
    if (written[0]) {
      log.info("{}: {} is suggested: {}.", home, proposed.type().code(), proposed.reason());
      changed.changed(Set.of(home));
    }
  }

  private static byte[] message(Proposed proposed, String id, Instant now) {
    Map<String, Object> suggestion = new LinkedHashMap<>();
    suggestion.put("id", id);
    suggestion.put("type", proposed.type().code());
    suggestion.put("re", proposed.re());
    suggestion.put("proposed", proposed.proposed());
    suggestion.put("reason", proposed.reason());
    return MessageWriter.message(
        Conversation.EXCHANGE, now, null, List.of(Map.of("suggestion", suggestion)));
  }
}
