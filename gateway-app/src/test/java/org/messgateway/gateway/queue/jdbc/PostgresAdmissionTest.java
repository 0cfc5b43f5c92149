package org.messgateway.gateway.queue.jdbc;

import org.junit.jupiter.api.Tag;

/** Admission in a real PostgreSQL. */
@Tag("postgres")
final class PostgresAdmissionTest extends AdmissionContract {

  @Override
  protected OpenedQueue open() {
    return PostgresServer.fresh().by(clock).open("node-1");
  }
}
