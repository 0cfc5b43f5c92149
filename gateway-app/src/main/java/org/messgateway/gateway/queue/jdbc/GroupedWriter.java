package org.messgateway.gateway.queue.jdbc;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.queue.QueueException;
import org.messgateway.gateway.queue.QueueException.Trouble;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one thread that changes the database. Callers hand in a unit of work and wait until it is
 * durable; what waits when a commit ends goes into the next one together.
 *
 * <p>A group first runs without savepoints. When a unit fails, the group is rolled back and run
 * again with a savepoint around each, so that it fails alone; so <b>a unit may run twice</b> and
 * must do nothing but SQL. When the disk is to blame, all of the group fail and the next group
 * starts on a fresh connection.
 */
final class GroupedWriter implements AutoCloseable {

  /** One caller's work. */
  @FunctionalInterface
  interface Unit<T> {
    T run(Session session) throws SQLException;
  }

  /** More gain nothing: from here the bound is SQLite's own CPU. */
  static final int LARGEST_GROUP = 256;

  private static final int WAITING_ROOM = 4 * LARGEST_GROUP;
  private static final Duration ADMISSION = Duration.ofSeconds(30);
  private static final Duration IDLE_LOOK = Duration.ofSeconds(1);
  private static final Logger LOG = LoggerFactory.getLogger(GroupedWriter.class);

  private final BlockingQueue<Job<?>> jobs = new ArrayBlockingQueue<>(WAITING_ROOM);
  private final SqlDialect dialect;
  private final Runnable workListener;
  private final Thread thread;
  private volatile boolean closing;
  private @Nullable Session session;

  GroupedWriter(SqlDialect dialect, Runnable workListener) {
    this.dialect = dialect;
    this.workListener = workListener;
    // A platform thread: native calls would pin a virtual one's carrier all day.
    this.thread = Thread.ofPlatform().daemon().name("queue-writer").unstarted(this::work);
    thread.start();
  }

  /** Runs one unit and returns when it is durable. */
  <T> T write(Unit<T> unit) {
    return submit(unit).await();
  }

  /** Runs units from one caller in few commits; throws the first failure after all have ended. */
  <T> List<T> writeAll(List<? extends Unit<T>> units) {
    List<Job<T>> submitted = new ArrayList<>(units.size());
    for (Unit<T> unit : units) {
      submitted.add(submit(unit));
    }
    submitted.forEach(Job::awaitEnd);
    return submitted.stream().map(Job::await).toList();
  }

  private <T> Job<T> submit(Unit<T> unit) {
    if (closing) {
      throw closed();
    }
    Job<T> job = new Job<>(unit);
    if (!admitted(job)) {
      throw new QueueException(
          Trouble.BUSY,
          "The queue's disk did not come round within %s; nothing was stored. Look at the disk."
              .formatted(ADMISSION),
          null);
    }
    // The writer may have looked at an empty queue for the last time before the job was in it.
    if (closing && !thread.isAlive() && jobs.remove(job)) {
      throw closed();
    }
    return job;
  }

  private boolean admitted(Job<?> job) {
    boolean interrupted = false;
    long end = System.nanoTime() + ADMISSION.toNanos();
    try {
      while (true) {
        try {
          return jobs.offer(job, end - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
          // A settlement must not be lost because its attempt was cancelled.
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static QueueException closed() {
    return new QueueException(Trouble.CLOSED, "The queue is closed.", null);
  }

  private void work() {
    List<Job<?>> group = new ArrayList<>(LARGEST_GROUP);
    while (gather(group)) {
      if (!group.isEmpty()) {
        commit(group);
        group.clear();
      }
    }
    discardSession();
  }

  /** Waits for work; false when there will be none any more. */
  private boolean gather(List<Job<?>> group) {
    try {
      Job<?> first = jobs.poll(IDLE_LOOK.toNanos(), TimeUnit.NANOSECONDS);
      if (first == null) {
        return !closing;
      }
      group.add(first);
      jobs.drainTo(group, LARGEST_GROUP - 1);
      return true;
    } catch (InterruptedException e) {
      // Only close() interrupts, to be heard at once; what waits is still done.
      jobs.drainTo(group, LARGEST_GROUP);
      return !closing || !group.isEmpty();
    }
  }

  private void commit(List<Job<?>> group) {
    try {
      Session current = session();
      current.takeWork();
      if (!together(current, group)) {
        apart(current, group);
      }
      if (current.takeWork()) {
        workListener.run();
      }
      group.forEach(Job::succeed);
    } catch (SQLException e) {
      fail(group, dialect.explain(e));
    } catch (RuntimeException | Error e) {
      fail(group, new QueueException(Trouble.REFUSED, "The queue's writer failed: " + e, e));
    }
  }

  /** All in one transaction; false when one of them failed and it was rolled back. */
  private boolean together(Session current, List<Job<?>> group) throws SQLException {
    current.update(dialect.begin());
    for (Job<?> job : group) {
      try {
        job.run(current);
      } catch (SQLException e) {
        if (dialect.explain(e).environmental()) {
          throw e;
        }
        current.update("ROLLBACK");
        return false;
      } catch (RuntimeException e) {
        LOG.debug("a unit failed, the group is run again one by one", e);
        current.update("ROLLBACK");
        return false;
      }
    }
    current.update("COMMIT");
    return true;
  }

  private void apart(Session current, List<Job<?>> group) throws SQLException {
    current.update(dialect.begin());
    for (Job<?> job : group) {
      current.update("SAVEPOINT unit");
      try {
        job.run(current);
      } catch (SQLException e) {
        QueueException why = dialect.explain(e);
        if (why.environmental()) {
          throw e;
        }
        job.fail(why);
        current.update("ROLLBACK TO unit");
      } catch (RuntimeException e) {
        job.fail(e);
        current.update("ROLLBACK TO unit");
      }
      current.update("RELEASE unit");
    }
    current.update("COMMIT");
  }

  private void fail(List<Job<?>> group, QueueException why) {
    LOG.warn("{} changes were not stored. {}", group.size(), why.getMessage());
    // Closing rolls back, whatever state the failure left the transaction in.
    discardSession();
    group.forEach(job -> job.fail(why));
  }

  private Session session() throws SQLException {
    Session current = session;
    if (current == null) {
      current = new Session(dialect.connectForWriting());
      session = current;
    }
    return current;
  }

  private void discardSession() {
    Session current = session;
    session = null;
    if (current != null) {
      try {
        current.close();
      } catch (SQLException e) {
        LOG.warn("The queue's connection did not close cleanly: {}", e.getMessage());
      }
    }
  }

  /** Does what was submitted, then ends. */
  @Override
  public void close() {
    closing = true;
    thread.interrupt();
    boolean interrupted = false;
    while (true) {
      try {
        if (!thread.join(ADMISSION)) {
          LOG.error("The queue's writer did not end within {}; the disk hangs.", ADMISSION);
        }
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    for (Job<?> job = jobs.poll(); job != null; job = jobs.poll()) {
      job.fail(closed());
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
