package org.messgateway.gateway.queue.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.home.BackgroundLoop;
import org.messgateway.gateway.home.Backoff;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Listens on a connection of its own for PostgreSQL notifications of work that other nodes made. A
 * notification may be lost with the connection, so a new connection counts as news, and so does
 * silence for {@link #QUIET} looks.
 */
final class WorkListener implements SqlDialect.ChangeListener {

  private static final Logger LOG = LoggerFactory.getLogger(WorkListener.class);

  /** The payload that says that partitions move. */
  static final String MOVED = "partitions";

  private static final Duration LOOK = Duration.ofSeconds(1);

  /** Looks of {@link #LOOK} without a notification after which the listener is called anyway. */
  private static final int QUIET = 5;

  /** Least pause between two notifications: a busy node sends one with each commit. */
  private static final Duration SHORTEST = Duration.ofMillis(10);

  /** Before a connection that failed is made again. */
  private static final Backoff PAUSES = new Backoff(Duration.ofMillis(20), Duration.ofSeconds(5));

  private static final Duration END = Duration.ofSeconds(5);

  private final SqlDialect dialect;
  private final String channel;
  private final String node;
  private final Runnable work;
  private final Runnable moved;
  private final Consumer<Duration> pausing;
  private final BackgroundLoop loop;
  private volatile boolean closed;

  /** Connections in a row that did not work; of this listener's thread only. */
  private int failures;

  /**
   * @param node name of this node, whose own notifications are ignored
   * @param work called on this listener's thread when other nodes made rows due
   * @param moved the same when a node tells that partitions move
   */
  WorkListener(SqlDialect dialect, String channel, String node, Runnable work, Runnable moved) {
    this(dialect, channel, node, work, moved, WorkListener::rest);
  }

  /**
   * @param pausing waits before a connection is made again
   */
  WorkListener(
      SqlDialect dialect,
      String channel,
      String node,
      Runnable work,
      Runnable moved,
      Consumer<Duration> pausing) {
    this.dialect = dialect;
    this.channel = channel;
    this.node = node;
    this.work = work;
    this.moved = moved;
    this.pausing = pausing;
    this.loop = BackgroundLoop.stepping("queue-listener", this::listen, PAUSES.cap());
    loop.start();
  }

  @Override
  public List<BackgroundLoop> loops() {
    return List.of(loop);
  }

  /** One step is as long as a connection lives. */
  private Duration listen() {
    try (Connection connection = dialect.connectForReading()) {
      listenOn(connection);
    } catch (SQLException e) {
      failures = closed ? failures : failures + 1;
      LOG.debug("The connection that hears of others' work is made again.", e);
      pausing.accept(PAUSES.after(failures));
    }
    return Duration.ZERO;
  }

  private void listenOn(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("LISTEN " + channel);
      work.run();
      listenOn(connection.unwrap(PGConnection.class), statement);
    }
  }

  private void listenOn(PGConnection connection, Statement statement) throws SQLException {
    for (int quiet = 0; !closed; quiet++) {
      BackgroundLoop.progress();
      PGNotification @Nullable [] received =
          connection.getNotifications(Math.toIntExact(LOOK.toMillis()));
      // It works: what cuts it later is a new failure, not one more of the old.
      failures = 0;
      if (tells(received, MOVED)) {
        moved.run();
      }
      if (ofOtherNodes(received)) {
        work.run();
        quiet = 0;
        rest(SHORTEST);
      } else if (quiet >= QUIET) {
        // A connection that died without a word would be silent for hours.
        statement.execute("SELECT 1");
        work.run();
        quiet = 0;
      }
    }
  }

  private boolean ofOtherNodes(PGNotification @Nullable [] received) {
    if (received != null) {
      for (PGNotification one : received) {
        if (!one.getParameter().equals(node)) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean tells(PGNotification @Nullable [] received, String payload) {
    if (received != null) {
      for (PGNotification one : received) {
        if (one.getParameter().equals(payload)) {
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
    loop.stop();
    loop.interrupt();
    loop.awaitEnd(END);
  }
}
