package org.messgateway.gateway.queue.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import org.messgateway.gateway.queue.QueueException;

/**
 * What differs between the databases; everything else is said in SQL that both understand. The
 * tables differ in their own migrations, {@code db/<name>/}.
 */
interface SqlDialect {

  /** Folder of its migrations: {@code sqlite}. */
  String name();

  /** A connection for the writer, in auto-commit mode, ready to use. */
  Connection connectForWriting() throws SQLException;

  /** A connection that only reads. */
  Connection connectForReading() throws SQLException;

  /** Starts a transaction that will write. */
  String begin();

  /** Follows the statement that picks lanes to lease; empty where there is one writer. */
  String skipLocked();

  /** What a failure means, in words for the operator. */
  QueueException explain(SQLException failure);
}
