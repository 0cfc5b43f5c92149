package org.messgateway.gateway.queue.jdbc;

/** Long keys in a real PostgreSQL, whose indexes take about 2,700 bytes. */
final class PostgresLongKeysTest extends LongKeysContract implements InPostgres {}
