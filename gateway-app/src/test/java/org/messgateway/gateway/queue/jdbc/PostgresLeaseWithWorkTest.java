package org.messgateway.gateway.queue.jdbc;

/** Leases with work in a real PostgreSQL. */
final class PostgresLeaseWithWorkTest extends LeaseWithWorkContract {

  @Override
  protected OpenedQueue open() {
    return PostgresServer.fresh().by(clock).open("node-1");
  }
}
