package org.messgateway.gateway.queue.jdbc;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.messgateway.gateway.queue.QueueException;
import org.messgateway.gateway.queue.QueueException.Trouble;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one thread that changes the database. Callers hand in a unit of work and wait until it is
 * durable; what waits when a commit ends goes into the next one together, kind by kind: who waits
 * at the same time has no order among each other.
 *
 * <p>A group first runs without savepoints. When a unit fails, the group is rolled back and run
 * again with a savepoint around each, so that it fails alone; so <b>a unit may run twice</b> and
 * must do nothing but SQL. When the disk is to blame, all of the group fail and the next group
 * starts on a fresh connection; when a database is away that others serve, the group waits for it a
 * while.
 */
final class GroupedWriter implements AutoCloseable {

  /** One caller's work. */
  @FunctionalInterface
  interface Unit<T> {
    T run(Session session) throws SQLException;
  }

  /** Changes of one kind: those of a group are made together, with fewer statements. */
  @FunctionalInterface
  interface Kind<I, T> {

    /**
     * Makes them as if one after the other.
     *
     * @return what came of each, in their order
     */
    List<T> run(Session session, List<I> items) throws SQLException;
  }

  private static final int WAITING_ROOM = 1024;
  private static final Duration ADMISSION = Duration.ofSeconds(30);
  private static final Duration IDLE_LOOK = Duration.ofSeconds(1);
  private static final Logger LOG = LoggerFactory.getLogger(GroupedWriter.class);

  private final BlockingQueue<Job<?, ?>> jobs = new ArrayBlockingQueue<>(WAITING_ROOM);
  private final SqlDialect dialect;
  private final Runnable workListener;
  private final GroupCommit commits;
  private final Absence absence = new Absence();
  private final Thread thread;
  private volatile boolean closing;

  GroupedWriter(SqlDialect dialect, Runnable workListener) {
    this.dialect = dialect;
    this.workListener = workListener;
    this.commits = new GroupCommit(dialect);
    // A platform thread: native calls would pin a virtual one's carrier all day.
    this.thread = Thread.ofPlatform().daemon().name("queue-writer").unstarted(this::work);
    thread.start();
  }

  /** Runs one unit and returns when it is durable. */
  <T> T write(Unit<T> unit) {
    return this.<Unit<T>, T>write(GroupedWriter::each, unit);
  }

  /** Makes one change, together with others of its kind, and returns when it is durable. */
  <I, T> T write(Kind<I, T> kind, I item) {
    return submit(kind, item).await();
  }

  /** Runs units from one caller in few commits; throws the first failure after all have ended. */
  <T> List<T> writeAll(List<? extends Unit<T>> units) {
    return this.<Unit<T>, T>writeAll(GroupedWriter::each, units);
  }

  /** Makes changes from one caller in few commits; throws the first failure after all ended. */
  <I, T> List<T> writeAll(Kind<I, T> kind, List<? extends I> items) {
    List<Job<I, T>> submitted = new ArrayList<>(items.size());
    for (I item : items) {
      submitted.add(submit(kind, item));
    }
    submitted.forEach(Job::awaitEnd);
    return submitted.stream().map(Job::await).toList();
  }

  private static <T> List<T> each(Session session, List<Unit<T>> units) throws SQLException {
    List<T> results = new ArrayList<>(units.size());
    for (Unit<T> unit : units) {
      results.add(unit.run(session));
    }
    return results;
  }

  private <I, T> Job<I, T> submit(Kind<I, T> kind, I item) {
    if (closing) {
      throw closed();
    }
    Job<I, T> job = new Job<>(kind, item);
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

  private boolean admitted(Job<?, ?> job) {
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
    List<Job<?, ?>> group = new ArrayList<>(dialect.largestGroup());
    while (gather(group)) {
      if (!group.isEmpty()) {
        commit(group);
        group.clear();
      }
    }
    commits.disconnect();
  }

  /** Waits for work; false when there will be none any more. */
  private boolean gather(List<Job<?, ?>> group) {
    try {
      Job<?, ?> first = jobs.poll(IDLE_LOOK.toNanos(), TimeUnit.NANOSECONDS);
      if (first == null) {
        return !closing;
      }
      group.add(first);
      jobs.drainTo(group, dialect.largestGroup() - 1);
      return true;
    } catch (InterruptedException e) {
      // Only close() interrupts, to be heard at once; what waits is still done.
      jobs.drainTo(group, dialect.largestGroup());
      return !closing || !group.isEmpty();
    }
  }

  private void commit(List<Job<?, ?>> group) {
    try {
      boolean worked = patiently(group);
      if (worked) {
        workListener.run();
      }
      group.forEach(Job::succeed);
    } catch (SQLException e) {
      fail(group, dialect.explain(e));
    } catch (RuntimeException | Error e) {
      fail(group, new QueueException(Trouble.REFUSED, "The queue's writer failed: " + e, e));
    }
  }

  private boolean patiently(List<Job<?, ?>> group) throws SQLException {
    while (true) {
      try {
        absence.pause();
        boolean worked = commits.commit(group);
        absence.over();
        return worked;
      } catch (SQLException e) {
        commits.disconnect();
        if (!dialect.passes(e) || !absence.bridges(System.nanoTime()) || closing) {
          throw e;
        }
        LOG.warn("{} changes are tried again. {}", group.size(), dialect.explain(e).getMessage());
      }
    }
  }

  private void fail(List<Job<?, ?>> group, QueueException why) {
    boolean inDoubt = commits.inDoubt();
    commits.disconnect();
    commits.forget();
    LOG.warn(
        "{} changes {}. {}",
        group.size(),
        inDoubt ? "may have been stored or not" : "were not stored",
        why.getMessage());
    group.forEach(job -> job.fail(why));
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
    for (Job<?, ?> job = jobs.poll(); job != null; job = jobs.poll()) {
      job.fail(closed());
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
