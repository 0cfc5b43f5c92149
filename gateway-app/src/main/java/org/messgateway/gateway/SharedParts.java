package org.messgateway.gateway;

import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.messgateway.gateway.config.ExchangeConfig;
import org.messgateway.gateway.exchange.ChangedThreads;
import org.messgateway.gateway.exchange.SharedLocks;
import org.messgateway.gateway.people.PeopleFile;
import org.messgateway.gateway.queue.jdbc.OpenedQueue;
import org.messgateway.gateway.respond.LinkKey;
import org.messgateway.gateway.trouble.TroubleBook;

/**
 * What all exchanges of a gateway have in common: with it each is opened, and gets the {@link
 * Parts} that its sides are made of.
 *
 * @param home the home directory
 * @param folder {@code .gateway/}
 * @param amongNodes whether other gateways use the store too
 */
record SharedParts(
    Path home,
    Path folder,
    LiveConfiguration configuration,
    OpenedQueue store,
    boolean amongNodes,
    LiveChannels channels,
    PeopleFile people,
    LinkKey key,
    LinkMaker links,
    TroubleBook book) {

  private static final int CHANGED_THREADS = 50_000;

  /** Of threads just read, in all exchanges. */
  private static final long KEPT_BYTES = 48L << 20;

  OpenExchange open(ExchangeConfig config) throws IOException {
    return OpenExchange.of(
        config,
        (exchange, ref, name, from) ->
            links.reading(configuration.get().clientUrl(), exchange, ref, from, name),
        book,
        // Files have the time of machines, whatever a database says.
        InstantSource.system(),
        id -> amongNodes ? new ThreadsAmongNodes(store.locks(), id) : SharedLocks.ALONE);
  }

  /**
   * @param open all of them, in the order of the configuration
   */
  Exchanges exchanges(List<OpenExchange> open) {
    List<Parts> all = new ArrayList<>();
    for (OpenExchange each : open) {
      all.add(parts(each, all.size(), KEPT_BYTES / open.size()));
    }
    return new Exchanges(all);
  }

  private Parts parts(OpenExchange open, int number, long keptBytes) {
    String id = open.exchange().directory().id();
    return new Parts(
        home,
        folder,
        number,
        id,
        configuration,
        open.exchange(),
        open.writer(),
        store.queue(),
        store.journal(),
        new LoadedThreads(open.exchange(), keptBytes, System::nanoTime),
        new RoutingDesk(id, configuration, store.queue(), channels::editable, store.clock()),
        new ChangedThreads(CHANGED_THREADS, System::nanoTime),
        channels,
        people,
        key,
        links,
        store.clock());
  }
}
