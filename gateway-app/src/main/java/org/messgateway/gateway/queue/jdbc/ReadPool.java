package org.messgateway.gateway.queue.jdbc;

import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.messgateway.gateway.queue.QueueException;
import org.messgateway.gateway.queue.QueueException.StoreFailure;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A bounded pool of connections for reads; opened on demand. Callers wait for a free one. */
final class ReadPool implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** A read changes nothing: it may be made again. */
  private static final int TRIES = 3;

  private static final Logger LOG = LoggerFactory.getLogger(ReadPool.class);

  private final SqlDialect dialect;
  private final int size;
  private final UnaryOperator<QueueException> found;
  private final Semaphore permits;
  private final BlockingQueue<SqlSession> idle;
  private volatile boolean closed;
  private volatile boolean damaged;

  ReadPool(SqlDialect dialect, int size) {
    this(dialect, size, UnaryOperator.identity());
  }

  /**
   * A pool of a process that goes on when the store fails.
   *
   * @param found reports a failure and returns what its caller gets
   */
  ReadPool(SqlDialect dialect, int size, UnaryOperator<QueueException> found) {
    this.dialect = dialect;
    this.size = size;
    this.found = found;
    this.permits = new Semaphore(size);
    this.idle = new ArrayBlockingQueue<>(size);
  }

  <T> T read(BatchWriter.Unit<T> unit) {
    acquire();
    try {
      return withSession(unit);
    } catch (SQLException e) {
      QueueException failure = dialect.explain(e);
      damaged |= failure.trouble() == StoreFailure.DAMAGED;
      throw found.apply(failure);
    } finally {
      permits.release();
    }
  }

  /** Whether a read failed because the database is damaged. */
  boolean damaged() {
    return damaged;
  }

  private void acquire() {
    if (!permitted()) {
      throw found.apply(
          new QueueException(
              StoreFailure.BUSY,
              "No read of the queue came to an end within " + PATIENCE.toSeconds() + " s.",
              null));
    }
    if (closed) {
      permits.release();
      throw new QueueException(StoreFailure.CLOSED, "The queue is closed.", null);
    }
  }

  private boolean permitted() {
    try {
      return permits.tryAcquire(PATIENCE.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new QueueException(
          StoreFailure.BUSY, "Interrupted while waiting to read the queue.", e);
    }
  }

  private <T> T withSession(BatchWriter.Unit<T> unit) throws SQLException {
    for (int left = TRIES - 1; ; left--) {
      try {
        return run(unit, session());
      } catch (SQLException e) {
        if (left == 0 || !dialect.passes(e)) {
          throw e;
        }
        // The connection was cut, now or while idle; most likely the others were, too.
        discardIdle();
      }
    }
  }

  private SqlSession session() throws SQLException {
    SqlSession session = idle.poll();
    return session == null ? new SqlSession(dialect.connectForReading()) : session;
  }

  private <T> T run(BatchWriter.Unit<T> unit, SqlSession session) throws SQLException {
    boolean sound = false;
    try {
      T result = unit.run(session);
      sound = true;
      return result;
    } finally {
      if (!sound || !idle.offer(session)) {
        discard(session);
      }
    }
  }

  private void discardIdle() {
    for (SqlSession session = idle.poll(); session != null; session = idle.poll()) {
      discard(session);
    }
  }

  private static void discard(SqlSession session) {
    try {
      session.close();
    } catch (SQLException e) {
      LOG.warn("A reading connection of the queue did not close cleanly: {}", e.getMessage());
    }
  }

  @Override
  public void close() {
    closed = true;
    // Reads under way end first: a connection must not be closed under them.
    permits.acquireUninterruptibly(size);
    permits.release(size);
    discardIdle();
  }
}
