package org.messgateway.gateway.queue.jdbc;

/** The journal in a real PostgreSQL. */
final class PostgresJournalTest extends JournalContract implements InPostgres {}
