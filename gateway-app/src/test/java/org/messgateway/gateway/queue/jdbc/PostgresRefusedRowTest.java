package org.messgateway.gateway.queue.jdbc;

/** What is refused in a real PostgreSQL costs itself. */
final class PostgresRefusedRowTest extends RefusedRowContract implements InPostgres {}
