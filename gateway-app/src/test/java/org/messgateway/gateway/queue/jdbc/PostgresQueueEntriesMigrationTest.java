package org.messgateway.gateway.queue.jdbc;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.messgateway.gateway.queue.MovableClock;

/** A database that an earlier version used. */
@Tag("postgres")
final class PostgresQueueEntriesMigrationTest extends QueueEntriesMigrationContract {

  private final String url = PostgresServer.freshUrl();

  @Override
  SqlDialect dialect(Path folder) {
    return new PostgresDialect(
        new PostgresAddress(url, null, null), "old", new DatabaseClock(System::nanoTime));
  }

  @Override
  QueueStore store(Path folder, MovableClock clock) {
    return PostgresStore.at(url, null, null).by(clock);
  }
}
