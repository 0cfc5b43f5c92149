package org.messgateway.gateway.queue.jdbc;

/** The journal in a real PostgreSQL. */
final class PostgresJournalTest extends JournalContract {

  private final PostgresStore store = PostgresServer.fresh().by(clock);

  @Override
  protected OpenedQueue open() {
    return store.open("node-1");
  }
}
