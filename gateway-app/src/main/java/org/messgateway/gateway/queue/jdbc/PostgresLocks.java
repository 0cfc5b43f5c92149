package org.messgateway.gateway.queue.jdbc;

import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.queue.QueueException;
import org.messgateway.gateway.queue.QueueException.Trouble;
import org.messgateway.gateway.queue.StoreLocks;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Locks among nodes: advisory ones, all of a process on one connection, which is used by one thread
 * at a time and never waits in the server. Threads of this process first agree among themselves.
 *
 * <p>A node that is held up keeps its connection, and so its locks; once it counts as gone, whoever
 * waits cuts that connection.
 */
final class PostgresLocks implements StoreLocks, AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(PostgresLocks.class);
  private static final Duration LOOK = Duration.ofMillis(25);
  private static final Duration SUSPICIOUS = Duration.ofSeconds(1);

  private final PostgresDialect dialect;
  private final LocalLocks ours = new LocalLocks();
  private @Nullable Session session;
  private long connections;
  private boolean closed;

  PostgresLocks(PostgresDialect dialect) {
    this.dialect = dialect;
  }

  @Override
  public Optional<Held> lock(String exchange, String ref, Duration patience) {
    long end = System.nanoTime() + patience.toNanos();
    Optional<Held> local = ours.lock(exchange, ref, patience);
    if (local.isEmpty()) {
      return local;
    }
    Optional<Held> both = Optional.empty();
    try {
      both = among(new LockKey(exchange, ref), local.get(), end);
      return both;
    } finally {
      if (both.isEmpty()) {
        local.get().close();
      }
    }
  }

  private Optional<Held> among(LockKey key, Held local, long end) {
    long suspicious = System.nanoTime() + SUSPICIOUS.toNanos();
    do {
      long connection = tryLock(key);
      if (connection > 0) {
        return Optional.of(new OfAll(key, local, connection));
      }
      if (System.nanoTime() - suspicious > 0) {
        cutIfGone(key);
        suspicious = System.nanoTime() + SUSPICIOUS.toNanos();
      }
    } while (System.nanoTime() - end < 0 && rest());
    return Optional.empty();
  }

  /** By which connection it was had; 0 when it was not. */
  private synchronized long tryLock(LockKey key) {
    return ask(current -> LockSql.tryLock(current, key)) ? connections : 0;
  }

  private synchronized boolean stands(LockKey key, long connection) {
    return connection == connections
        && session != null
        && ask(current -> LockSql.holds(current, key))
        && connection == connections;
  }

  private synchronized void unlock(LockKey key, long connection) {
    if (connection == connections && session != null) {
      ask(current -> LockSql.unlock(current, key));
    }
  }

  private synchronized void cutIfGone(LockKey key) {
    if (ask(current -> LockSql.cutGone(current, key))) {
      LOG.warn("A node that is gone still held the lock of a thread: its connection was cut.");
    }
  }

  private boolean ask(GroupedWriter.Unit<Boolean> question) {
    if (closed) {
      throw new QueueException(Trouble.CLOSED, "The queue is closed.", null);
    }
    try {
      Session current = session;
      if (current == null) {
        current = new Session(dialect.connectForReading());
        session = current;
        connections++;
      }
      return question.run(current);
    } catch (SQLException e) {
      disconnect();
      throw dialect.explain(e);
    }
  }

  private void disconnect() {
    Session current = session;
    session = null;
    if (current != null) {
      try {
        current.close();
      } catch (SQLException e) {
        LOG.debug("The connection of the locks did not close cleanly.", e);
      }
    }
  }

  private static boolean rest() {
    try {
      Thread.sleep(LOOK);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Lets go of all. */
  @Override
  public synchronized void close() {
    disconnect();
    closed = true;
  }

  private final class OfAll implements Held {
    private final LockKey key;
    private final Held local;
    private final long connection;

    private OfAll(LockKey key, Held local, long connection) {
      this.key = key;
      this.local = local;
      this.connection = connection;
    }

    @Override
    public boolean stands() {
      try {
        return local.stands() && PostgresLocks.this.stands(key, connection);
      } catch (RuntimeException e) {
        LOG.debug("A lock was lost with its connection.", e);
        return false;
      }
    }

    @Override
    public void close() {
      if (!local.stands()) {
        return;
      }
      try {
        unlock(key, connection);
      } catch (RuntimeException e) {
        LOG.debug("A lock was lost with its connection.", e);
      } finally {
        local.close();
      }
    }
  }
}
