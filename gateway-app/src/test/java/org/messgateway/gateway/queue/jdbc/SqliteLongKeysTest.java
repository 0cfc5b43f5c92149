package org.messgateway.gateway.queue.jdbc;

/** Long keys in SQLite, whose indexes take any. */
final class SqliteLongKeysTest extends LongKeysContract implements InSqlite {}
