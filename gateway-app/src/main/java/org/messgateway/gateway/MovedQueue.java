package org.messgateway.gateway;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import org.messgateway.gateway.config.GatewayConfig;
import org.messgateway.gateway.config.StoreConfig;
import org.messgateway.gateway.queue.jdbc.PostgresStore;
import org.messgateway.gateway.queue.jdbc.QueueMove;
import org.messgateway.gateway.queue.jdbc.SqliteStore;
import org.messgateway.gateway.store.GatewayFolder;
import org.messgateway.gateway.store.GatewayLock;
import org.messgateway.gateway.store.GatewayRunningException;

/** A household's queue on its way to PostgreSQL, while no gateway of this home runs. */
public final class MovedQueue {

  private final InstantSource clock = InstantSource.system();
  private final GatewayConfig config;

  public MovedQueue(GatewayConfig config) {
    this.config = config;
  }

  /**
   * What was copied, and from where.
   *
   * @param rows by table
   */
  public record Done(Path from, String to, Map<String, Long> rows) {}

  /**
   * Copies it.
   *
   * @throws IllegalArgumentException when there is nothing to move, or nowhere to move it to
   * @throws IOException when a folder cannot be used
   */
  public Done to(StoreConfig target) throws IOException, GatewayRunningException {
    if (!PostgresStore.fits(target.url())) {
      throw new IllegalArgumentException(
          "A queue moves to PostgreSQL: give --to jdbc:postgresql://host:5432/database.");
    }
    Path folder = GatewayFolder.prepare(config.home().resolve(".gateway"));
    if (!(QueueStores.of(config.store(), folder, clock) instanceof SqliteStore from)) {
      throw new IllegalArgumentException(
          "The queue of this home is in PostgreSQL already: store.url says so.");
    }
    if (!from.exists()) {
      throw new IllegalArgumentException(
          "There is no queue in %s yet: write store.url into config.yaml and start the gateway."
              .formatted(from.shown()));
    }
    PostgresStore to = (PostgresStore) QueueStores.of(Optional.of(target), folder, clock);
    GatewayLock.Holder me =
        new GatewayLock.Holder(
            ProcessHandle.current().pid(),
            InetAddress.getLocalHost().getHostName(),
            clock.instant(),
            0);
    try (GatewayLock lock = GatewayLock.take(folder, me)) {
      lock.say(me);
      return new Done(
          from.file(),
          to.shown(),
          new QueueMove(from, to).copy(HomeDocuments.inFiles(config.home()), clock));
    }
  }
}
