package org.messgateway.gateway.queue.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.home.BackgroundLoop;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Copies SQLite's write-ahead log into the database file, on a thread and a connection of its own.
 * SQLite itself would do this within a commit every so many pages, and every caller would wait for
 * it. The writer copies the pages that were committed meanwhile between two groups, so that the log
 * can start from its beginning. Source: sqlite.org/wal.html, section 3.1.
 */
final class WalCheckpointer implements SqlDialect.Upkeep {

  /** Makes a connection that does nothing else. */
  @FunctionalInterface
  interface Connector {
    Connection connect() throws SQLException;
  }

  /** Pages in the log that make a copy worth its two flushes. */
  private static final long WORTH = 4096;

  /** So few that the writer copies them between two groups. */
  private static final long FEW = 256;

  /** Each leaves less than the one before, unless commits come as fast as they are copied. */
  private static final int PASSES = 4;

  private static final Duration IDLE = Duration.ofMinutes(1);
  private static final Duration LONGEST_COPY = Duration.ofMinutes(10);
  private static final Duration CLOSING = Duration.ofSeconds(5);
  private static final Logger LOG = LoggerFactory.getLogger(WalCheckpointer.class);

  private final Connector connector;
  private final WalGrowth growth = new WalGrowth(WORTH);
  private final AtomicBoolean due = new AtomicBoolean();
  private final BackgroundLoop loop;
  private @Nullable SqlSession session;
  private volatile boolean leftOver;
  private volatile boolean failing;
  private volatile boolean closing;

  WalCheckpointer(Connector connector) {
    this.connector = connector;
    this.loop =
        BackgroundLoop.stepping("queue-checkpoints", this::copyIfDue, IDLE)
            .onPlatformThread()
            .mayBeSilentFor(LONGEST_COPY)
            .atLast(this::disconnect);
    loop.start();
  }

  @Override
  public void committed(SqlSession writing) {
    if (leftOver) {
      leftOver = false;
      copied(writing);
    }
    if (growth.committed()) {
      askForCopy();
    }
  }

  /** A log whose pages are all copied begins anew, and needs no more room. */
  @Override
  public void full() {
    askForCopy();
  }

  private void askForCopy() {
    if (due.compareAndSet(false, true)) {
      loop.wake();
    }
  }

  @Override
  public List<BackgroundLoop> loops() {
    return List.of(loop);
  }

  private Duration copyIfDue() {
    if (due.compareAndSet(true, false)) {
      copyMost();
    }
    return IDLE;
  }

  private void copyMost() {
    long left = Long.MAX_VALUE;
    for (int pass = 0; pass < PASSES && left > FEW && !closing; pass++) {
      left = copied(own());
    }
    leftOver = left > 0 && left != Long.MAX_VALUE;
  }

  private @Nullable SqlSession own() {
    if (session == null) {
      try {
        session = new SqlSession(connector.connect());
      } catch (SQLException e) {
        failed(e);
      }
    }
    return session;
  }

  /** Copies what the log holds now; returns how many pages it did not. */
  private long copied(@Nullable SqlSession on) {
    if (on == null) {
      return Long.MAX_VALUE;
    }
    try {
      Log log = on.first("PRAGMA wal_checkpoint(PASSIVE)", Log::read);
      failing = false;
      growth.stands(log == null ? 0 : log.pages());
      return log == null ? 0 : log.left();
    } catch (SQLException e) {
      failed(e);
      return Long.MAX_VALUE;
    }
  }

  /** SQLite's figures of its log: all pages, and those copied into the database file. */
  private record Log(long pages, long inPlace) {

    static Log read(ResultRow row) throws SQLException {
      row.number();
      return new Log(row.number(), row.number());
    }

    long left() {
      return pages - inPlace;
    }
  }

  /** A failed copy loses nothing, because the pages stay in the log. */
  private void failed(SQLException why) {
    growth.stands(0);
    if (!failing) {
      failing = true;
      LOG.warn(
          "The queue's log could not be copied into its file: {}. It grows until that works again.",
          why.getMessage());
    }
  }

  private void disconnect() {
    SqlSession last = session;
    session = null;
    if (last != null) {
      try {
        last.close();
      } catch (SQLException e) {
        LOG.debug("the connection for checkpoints did not close cleanly", e);
      }
    }
  }

  /** Ends a copy under way; the close of the last connection copies the rest. */
  @Override
  public void close() {
    closing = true;
    loop.stop();
    loop.awaitEnd(CLOSING);
  }
}
