package org.messgateway.gateway.queue.jdbc;

import java.nio.file.Path;
import java.time.InstantSource;
import org.junit.jupiter.api.Tag;

/** Keeps the store of a test in the one real PostgreSQL of all tests. */
@Tag("postgres")
interface InPostgres extends StoreDatabase {

  @Override
  default QueueStore empty(Path folder, InstantSource clock) {
    return PostgresServer.emptied(clock);
  }
}
