package org.messgateway.gateway;

import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Optional;
import org.messgateway.gateway.config.StoreConfig;
import org.messgateway.gateway.queue.jdbc.PostgresStore;
import org.messgateway.gateway.queue.jdbc.QueueStore;
import org.messgateway.gateway.queue.jdbc.SqliteStore;

/** Which store a configuration means. */
public final class QueueStores {

  private QueueStores() {}

  /**
   * The store that is written down, or the usual one.
   *
   * @param folder {@code .gateway/} of the home, where the store is when nothing else is written
   * @param clock the time of an embedded store; a database has its own
   */
  public static QueueStore of(Optional<StoreConfig> config, Path folder, InstantSource clock) {
    return config.map(store -> of(store, clock)).orElseGet(() -> SqliteStore.in(folder, clock));
  }

  private static QueueStore of(StoreConfig store, InstantSource clock) {
    return PostgresStore.fits(store.url())
        ? PostgresStore.at(store.url(), store.user().orElse(null), store.password().orElse(null))
        : SqliteStore.at(store.url(), clock);
  }
}
