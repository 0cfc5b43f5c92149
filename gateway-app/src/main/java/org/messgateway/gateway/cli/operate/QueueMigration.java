package org.messgateway.gateway.cli.operate;

import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import org.messgateway.gateway.HomeDocuments;
import org.messgateway.gateway.StoreFactory;
import org.messgateway.gateway.config.GatewayConfig;
import org.messgateway.gateway.config.GatewayConfig.StoreConfig;
import org.messgateway.gateway.home.GatewayFolder;
import org.messgateway.gateway.home.GatewayLock;
import org.messgateway.gateway.home.GatewayRunningException;
import org.messgateway.gateway.queue.jdbc.PostgresStore;
import org.messgateway.gateway.queue.jdbc.QueueTransfer;
import org.messgateway.gateway.queue.jdbc.SqliteStore;

/** A household's queue on its way to PostgreSQL, while no gateway of this home runs. */
final class QueueMigration {

  private final InstantSource clock = InstantSource.system();
  private final GatewayConfig config;

  QueueMigration(GatewayConfig config) {
    this.config = config;
  }

  /**
   * The number of copied rows, and their source.
   *
   * @param rows by table
   */
  record MigrationResult(Path from, String to, Map<String, Long> rows) {}

  /**
   * Copies it.
   *
   * @throws IllegalArgumentException when there is nothing to move, or nowhere to move it to
   * @throws IOException when a folder cannot be used
   */
  MigrationResult to(StoreConfig target) throws IOException, GatewayRunningException {
    if (!StoreConfig.isPostgres(target.url())) {
      throw new IllegalArgumentException(
          "A queue moves to PostgreSQL: give --to jdbc:postgresql://host:5432/database.");
    }
    Path folder = GatewayFolder.prepare(config.home().resolve(".gateway"));
    if (!(StoreFactory.of(config.store(), folder, clock) instanceof SqliteStore from)) {
      throw new IllegalArgumentException(
          "The queue of this home is in PostgreSQL already: store.url says so.");
    }
    if (!from.exists()) {
      throw new IllegalArgumentException(
          "There is no queue in %s yet: write store.url into config.yaml and start the gateway."
              .formatted(from.shown()));
    }
    PostgresStore to = (PostgresStore) StoreFactory.of(Optional.of(target), folder, clock);
    GatewayLock.Holder me = GatewayLock.Holder.here(clock.instant(), 0);
    try (GatewayLock lock = GatewayLock.take(folder, me)) {
      lock.say(me);
      return new MigrationResult(
          from.file(),
          to.shown(),
          new QueueTransfer(from, to).copy(HomeDocuments.inFiles(config.home()), clock));
    }
  }
}
