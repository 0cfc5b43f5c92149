package org.messgateway.gateway.queue.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
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

  /** Changes that go into one commit at most. */
  int largestGroup();

  /**
   * Starts a transaction that will write: from here to its end no other does, in any process.
   *
   * @return by what {@link #committed} knows it again; null where a commit cannot be left
   *     unanswered
   */
  @Nullable String begin(Session session) throws SQLException;

  /**
   * Whether a transaction became durable whose commit was never answered.
   *
   * @throws SQLException also while the database itself does not know yet
   */
  boolean committed(Session session, String transaction) throws SQLException;

  /**
   * Whether the failure says nothing of what was asked, only that it must be asked again, perhaps
   * on a new connection.
   */
  boolean passes(SQLException failure);

  /** Whether several processes share the store. */
  boolean shared();

  /** Holds others that would migrate back until {@link #endMigration}. */
  void startMigration(Session session) throws SQLException;

  void endMigration(Session session) throws SQLException;

  /** Follows the statement that picks lanes to lease; empty where there is one writer. */
  String skipLocked();

  /** Whether a subquery may look at what stands before it in the same {@code FROM}. */
  boolean lateral();

  /** Tells the other processes, when the transaction commits, that there is work. */
  void tellOthers(Session session) throws SQLException;

  /** Tells when other processes made work, until it is closed. */
  Ear hearOthers(Runnable news);

  /** Hears of others' work; closing does not fail. */
  interface Ear extends AutoCloseable {
    @Override
    void close();
  }

  /** Begins to keep the store in order beside the writer, until it is closed. */
  Upkeep upkeep();

  /** Work on the store as a whole. */
  interface Upkeep extends AutoCloseable {

    /** A group was committed; on the writer's thread and connection, between two transactions. */
    void committed(Session writing);

    @Override
    void close();
  }

  /** It was found damaged and is closed now: whoever opens it next must not go on with it. */
  void distrust();

  /** What a failure means, in words for the operator. */
  QueueException explain(SQLException failure);
}
