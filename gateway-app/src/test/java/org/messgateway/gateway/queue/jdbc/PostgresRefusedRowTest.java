package org.messgateway.gateway.queue.jdbc;

import java.nio.file.Path;
import java.time.InstantSource;

/** What is refused in a real PostgreSQL costs itself. */
final class PostgresRefusedRowTest extends RefusedRowContract implements InPostgres {

  /** A schema of its own: the tests add tables and triggers. */
  @Override
  public QueueStore empty(Path folder, InstantSource clock) {
    return PostgresServer.fresh().by(clock);
  }
}
