package org.messgateway.gateway.queue.jdbc;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
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

  /** Does more in the transaction of whoever made work; on the writer's thread. */
  interface Companion {

    /** The group made work and is about to be committed. */
    void beforeCommit(Session session) throws SQLException;

    /** What was done before the commit is durable. */
    void committed();

    /** It was undone, or nothing was done. */
    void undone();
  }

  private static final Logger LOG = LoggerFactory.getLogger(GroupedWriter.class);

  private final SqlDialect dialect;
  private final Companion companion;
  private final Runnable workListener;
  private final WaitingRoom waiting;
  private final GroupCommit commits;
  private final Absence absence = new Absence();
  private final Thread thread;
  private volatile boolean closing;
  private volatile boolean damaged;

  GroupedWriter(SqlDialect dialect, Companion companion, Runnable workListener) {
    this.dialect = dialect;
    this.companion = companion;
    this.workListener = workListener;
    this.waiting = new WaitingRoom(dialect.largestGroup());
    this.commits = new GroupCommit(dialect, companion);
    // A platform thread: native calls would pin a virtual one's carrier all day.
    this.thread = Thread.ofPlatform().daemon().name("queue-writer").unstarted(this::work);
    thread.start();
  }

  /** Whether a change failed because the database is not what was written to it. */
  boolean damaged() {
    return damaged;
  }

  /** Runs one unit and returns when it is durable. */
  <T> T write(Unit<T> unit) {
    return this.<Unit<T>, T>write(GroupedWriter::each, unit);
  }

  /** Makes one change, together with others of its kind, and returns when it is durable. */
  <I, T> T write(Kind<I, T> kind, I item) {
    Job<I, T> job = new Job<>(kind, item);
    submit(List.of(job));
    return job.await();
  }

  /** Runs units from one caller in few commits; throws the first failure after all have ended. */
  <T> List<T> writeAll(List<? extends Unit<T>> units) {
    return this.<Unit<T>, T>writeAll(GroupedWriter::each, units);
  }

  /** Makes changes from one caller in few commits; throws the first failure after all ended. */
  <I, T> List<T> writeAll(Kind<I, T> kind, List<? extends I> items) {
    List<Job<I, T>> all = new ArrayList<>(items.size());
    for (I item : items) {
      all.add(new Job<>(kind, item));
    }
    int most = dialect.largestGroup();
    for (int from = 0; from < all.size(); from += most) {
      submit(all.subList(from, Math.min(all.size(), from + most)));
    }
    all.forEach(Job::awaitEnd);
    return all.stream().map(Job::await).toList();
  }

  private static <T> List<T> each(Session session, List<Unit<T>> units) throws SQLException {
    List<T> results = new ArrayList<>(units.size());
    for (Unit<T> unit : units) {
      results.add(unit.run(session));
    }
    return results;
  }

  private void submit(List<? extends Job<?, ?>> together) {
    if (closing) {
      throw closed();
    }
    waiting.admit(together);
    // The writer may have looked at an empty room for the last time before the job was in it.
    if (closing && !thread.isAlive() && waiting.remove(together)) {
      throw closed();
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
    commits.end();
  }

  /** Waits for work; false when there will be none any more. */
  private boolean gather(List<Job<?, ?>> group) {
    try {
      return waiting.gather(group) || !closing;
    } catch (InterruptedException e) {
      // Only close() interrupts, to be heard at once; what waits is still done.
      waiting.gatherNow(group);
      return !closing || !group.isEmpty();
    }
  }

  private void commit(List<Job<?, ?>> group) {
    try {
      boolean worked = patiently(group);
      companion.committed();
      if (worked) {
        workListener.run();
      }
      group.forEach(Job::succeed);
      commits.upkeep();
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
    companion.undone();
    damaged |= why.trouble() == Trouble.DAMAGED;
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
        if (!thread.join(WaitingRoom.ADMISSION)) {
          LOG.error(
              "The queue's writer did not end within {}; the disk hangs.", WaitingRoom.ADMISSION);
        }
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    waiting.empty(job -> job.fail(closed()));
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
