package org.messgateway.gateway.queue.jdbc;

import java.nio.file.Path;
import java.time.InstantSource;

/** Keeps the store of a test in a real SQLite file, which goes with the test's folder. */
interface InSqlite extends StoreDatabase {

  @Override
  default QueueStore empty(Path folder, InstantSource clock) {
    return SqliteStore.in(folder, clock);
  }
}
