package org.messgateway.gateway.queue.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hears on a connection of its own that another node made work. It is a help, not a promise: what
 * is not heard, because the connection was cut, is found by looking; so a new connection counts as
 * news.
 */
final class WorkListener implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(WorkListener.class);
  private static final Duration LOOK = Duration.ofSeconds(1);

  /** Looks without news after which it looks for work all the same. */
  private static final int QUIET = 5;

  /** Who is told of every commit of a busy node does nothing else. */
  private static final Duration SHORTEST = Duration.ofMillis(10);

  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);
  private static final Duration END = Duration.ofSeconds(5);

  private final SqlDialect dialect;
  private final String channel;
  private final String node;
  private final Runnable news;
  private final Consumer<Duration> pausing;
  private final Thread thread;
  private volatile boolean closed;

  /** Connections in a row that did not work; of this listener's thread only. */
  private int failures;

  /**
   * @param node whose own notifications are none
   * @param news told on this listener's thread
   */
  WorkListener(SqlDialect dialect, String channel, String node, Runnable news) {
    this(dialect, channel, node, news, WorkListener::rest);
  }

  /**
   * @param pausing waits before a connection is made again
   */
  WorkListener(
      SqlDialect dialect, String channel, String node, Runnable news, Consumer<Duration> pausing) {
    this.dialect = dialect;
    this.channel = channel;
    this.node = node;
    this.news = news;
    this.pausing = pausing;
    this.thread = Thread.ofVirtual().name("queue-listener").unstarted(this::listen);
    thread.start();
  }

  private void listen() {
    while (!closed) {
      try (Connection connection = dialect.connectForReading()) {
        hear(connection);
      } catch (SQLException e) {
        failures = closed ? failures : failures + 1;
        LOG.debug("The connection that hears of others' work is made again.", e);
        pausing.accept(pause(failures));
      }
    }
  }

  private static Duration pause(int failures) {
    Duration pause = SHORTEST.multipliedBy(1L << Math.min(failures, 10));
    return pause.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : pause;
  }

  private void hear(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("LISTEN " + channel);
      news.run();
      hear(connection.unwrap(PGConnection.class), statement);
    }
  }

  private void hear(PGConnection connection, Statement statement) throws SQLException {
    for (int quiet = 0; !closed; quiet++) {
      PGNotification @Nullable [] heard =
          connection.getNotifications(Math.toIntExact(LOOK.toMillis()));
      // It works: what cuts it later is a new failure, not one more of the old.
      failures = 0;
      if (ofOthers(heard)) {
        news.run();
        quiet = 0;
        rest(SHORTEST);
      } else if (quiet >= QUIET) {
        // A connection that died without a word would be silent for hours.
        statement.execute("SELECT 1");
        news.run();
        quiet = 0;
      }
    }
  }

  private boolean ofOthers(PGNotification @Nullable [] heard) {
    if (heard != null) {
      for (PGNotification one : heard) {
        if (!one.getParameter().equals(node)) {
          return true;
        }
      }
    }
    return false;
  }

  private static void rest(Duration pause) {
    try {
      Thread.sleep(pause);
    } catch (InterruptedException e) {
      LOG.debug("Only close() interrupts; it is seen at once.");
    }
  }

  @Override
  public void close() {
    closed = true;
    thread.interrupt();
    try {
      if (!thread.join(END)) {
        LOG.warn("The connection that hears of others' work did not end within {}.", END);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
