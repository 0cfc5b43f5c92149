package org.messgateway.gateway.queue.jdbc;

/** What is refused in SQLite costs itself. */
final class SqliteRefusedRowTest extends RefusedRowContract implements InSqlite {}
