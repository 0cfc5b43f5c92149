package org.messgateway.gateway.queue.jdbc;

/** The journal in a real SQLite file. */
final class SqliteJournalTest extends JournalContract implements InSqlite {}
