package org.messgateway.gateway.queue.jdbc;

import java.nio.file.Path;
import java.time.InstantSource;

/** Keeps the store of a test in a schema of its own of the one real PostgreSQL of all tests. */
interface InPostgres extends StoreDatabase {

  @Override
  default QueueStore empty(Path folder, InstantSource clock) {
    return PostgresServer.fresh().by(clock);
  }
}
