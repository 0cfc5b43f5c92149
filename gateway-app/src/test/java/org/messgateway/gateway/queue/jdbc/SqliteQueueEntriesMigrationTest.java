package org.messgateway.gateway.queue.jdbc;

import java.nio.file.Path;
import org.messgateway.gateway.queue.MovableClock;

/** A file of an earlier version. */
final class SqliteQueueEntriesMigrationTest extends QueueEntriesMigrationContract {

  @Override
  SqlDialect dialect(Path folder) {
    return new SqliteDialect(folder.resolve(SqliteStore.FILE));
  }

  @Override
  QueueStore store(Path folder, MovableClock clock) {
    return SqliteStore.in(folder, clock);
  }
}
