package org.messgateway.gateway.queue.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.home.BackgroundLoop;
import org.messgateway.gateway.queue.QueueException;

/**
 * What differs between the databases. All other SQL is understood by both; the tables differ in
 * their migrations, {@code db/<name>/}.
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
  @Nullable String begin(SqlSession session) throws SQLException;

  /**
   * Whether a transaction became durable whose commit got no response.
   *
   * @throws SQLException also while the database cannot tell yet
   */
  boolean committed(SqlSession session, String transaction) throws SQLException;

  /**
   * Whether the failure is not the statement's own, so that a repetition, perhaps on a new
   * connection, may succeed.
   */
  boolean passes(SQLException failure);

  /** Whether several processes share the store. */
  boolean shared();

  /** Holds others that would migrate back until {@link #endMigration}. */
  void startMigration(SqlSession session) throws SQLException;

  void endMigration(SqlSession session) throws SQLException;

  /** Follows the statement that picks lanes to lease; empty where there is one writer. */
  String skipLocked();

  /** Whether a subquery may look at what stands before it in the same {@code FROM}. */
  boolean lateral();

  /** Tells the other processes, when the transaction commits, that there is work. */
  void tellOthers(SqlSession session) throws SQLException;

  /** Tells the other processes, when the transaction commits, that partitions are to be moved. */
  default void tellPartitions(SqlSession session) throws SQLException {
    // There is no other.
  }

  /**
   * Tells when other processes made work or moved partitions, until it is closed.
   *
   * @param news called when there is work
   * @param moved called when a partition may be taken or is to be given up
   */
  ChangeListener hearOthers(Runnable news, Runnable moved);

  /** Hears of others' work; closing does not fail. */
  interface ChangeListener extends AutoCloseable {

    /** Loops that it runs. */
    default List<BackgroundLoop> loops() {
      return List.of();
    }

    @Override
    void close();
  }

  /** Begins to keep the store in order beside the writer, until it is closed. */
  Upkeep upkeep();

  /** Work on the store as a whole. */
  interface Upkeep extends AutoCloseable {

    /** A group was committed; on the writer's thread and connection, between two transactions. */
    void committed(SqlSession writing);

    /** A group was not stored because the disk is full; on the writer's thread, without one. */
    default void full() {}

    /** Loops that it runs. */
    default List<BackgroundLoop> loops() {
      return List.of();
    }

    @Override
    void close();
  }

  /** The store was found damaged and is closed now; the next start must not use it. */
  void distrust();

  /** What a failure means, in words for the operator. */
  QueueException explain(SQLException failure);
}
