package org.messgateway.gateway;

import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Optional;
import org.messgateway.gateway.config.GatewayConfig.StoreConfig;
import org.messgateway.gateway.queue.jdbc.PostgresStore;
import org.messgateway.gateway.queue.jdbc.QueueStore;
import org.messgateway.gateway.queue.jdbc.SqliteStore;

/** Chooses the store that a configuration names: SQLite or PostgreSQL. */
public final class StoreFactory {

  private StoreFactory() {}

  /**
   * The configured store, or the embedded one in the home.
   *
   * @param folder {@code .gateway/} of the home, place of the embedded store
   * @param clock the time of an embedded store; a database has its own
   */
  public static QueueStore of(Optional<StoreConfig> config, Path folder, InstantSource clock) {
    return config.map(store -> of(store, clock)).orElseGet(() -> SqliteStore.in(folder, clock));
  }

  private static QueueStore of(StoreConfig store, InstantSource clock) {
    return StoreConfig.isPostgres(store.url())
        ? PostgresStore.at(store.url(), store.user().orElse(null), store.password().orElse(null))
        : SqliteStore.at(store.url(), clock);
  }
}
