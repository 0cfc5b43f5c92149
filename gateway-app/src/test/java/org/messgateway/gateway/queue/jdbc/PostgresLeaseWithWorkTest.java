package org.messgateway.gateway.queue.jdbc;

import org.junit.jupiter.api.Tag;

/** Leases with work in a real PostgreSQL. */
@Tag("postgres")
final class PostgresLeaseWithWorkTest extends CommitTimeLeasingContract {

  @Override
  protected OpenedQueue open() {
    return PostgresServer.fresh().by(clock).open("node-1");
  }
}
