package org.messgateway.gateway.queue.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Copies what SQLite wrote into its log (WAL) to where it belongs in the file, on a thread and a
 * connection of its own: SQLite would do it within every so many commits, and all who wait for
 * those would wait for it. What is committed meanwhile is left over; the writer copies that little
 * itself between two groups, so that the log begins anew. Source: sqlite.org/wal.html, section 3.1.
 */
final class Checkpoints implements SqlDialect.Upkeep {

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

  private static final Duration LONGEST_WAIT = Duration.ofMinutes(1);
  private static final Logger LOG = LoggerFactory.getLogger(Checkpoints.class);

  private final Connector connector;
  private final LogGrowth growth = new LogGrowth(WORTH);
  private final Semaphore due = new Semaphore(0);
  private final Thread thread;
  private @Nullable Session session;
  private volatile boolean leftOver;
  private volatile boolean failing;
  private volatile boolean closing;

  Checkpoints(Connector connector) {
    this.connector = connector;
    // A platform thread: native calls would pin a virtual one's carrier.
    this.thread = Thread.ofPlatform().daemon().name("queue-checkpoints").unstarted(this::work);
    thread.start();
  }

  @Override
  public void committed(Session writing) {
    if (leftOver) {
      leftOver = false;
      copied(writing);
    }
    if (growth.committed() && due.availablePermits() == 0) {
      due.release();
    }
  }

  private void work() {
    while (!closing) {
      try {
        if (due.tryAcquire(LONGEST_WAIT.toNanos(), TimeUnit.NANOSECONDS)) {
          copyMost();
        }
      } catch (InterruptedException e) {
        // Only close() interrupts.
        break;
      }
    }
    disconnect();
  }

  private void copyMost() {
    long left = Long.MAX_VALUE;
    for (int pass = 0; pass < PASSES && left > FEW && !closing; pass++) {
      left = copied(own());
    }
    leftOver = left > 0 && left != Long.MAX_VALUE;
  }

  private @Nullable Session own() {
    if (session == null) {
      try {
        session = new Session(connector.connect());
      } catch (SQLException e) {
        failed(e);
      }
    }
    return session;
  }

  /** Copies what the log holds now; returns how many pages it did not. */
  private long copied(@Nullable Session on) {
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

  /** What SQLite tells of its log: in it, and of that where it belongs. */
  private record Log(long pages, long inPlace) {

    static Log read(Row row) throws SQLException {
      row.number();
      return new Log(row.number(), row.number());
    }

    long left() {
      return pages - inPlace;
    }
  }

  /** Nothing is lost: what is not copied stays in the log. */
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
    Session last = session;
    session = null;
    if (last != null) {
      try {
        last.close();
      } catch (SQLException e) {
        LOG.debug("the connection for checkpoints did not close cleanly", e);
      }
    }
  }

  /** Ends what is being copied; the last connection that closes copies all. */
  @Override
  public void close() {
    closing = true;
    thread.interrupt();
    try {
      if (!thread.join(LONGEST_WAIT)) {
        LOG.error("The queue's log is still being copied after {}; the disk hangs.", LONGEST_WAIT);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
