package org.messgateway.gateway.queue.jdbc;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.messgateway.gateway.home.BackgroundLoop;
import org.messgateway.gateway.home.ReportedFailure;
import org.messgateway.gateway.queue.Completion;
import org.messgateway.gateway.queue.QueueException;
import org.messgateway.gateway.queue.QueueException.StoreFailure;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * The one thread that changes the database. A caller submits a unit of work and blocks until its
 * commit. All units that wait when a commit ends form the next group and share one commit; in a
 * burst those of the next moment, too. Units submitted concurrently are unordered, so a group is
 * executed kind by kind.
 *
 * <p>A group first runs without savepoints. When a unit fails, the group is rolled back and runs
 * again with a savepoint around each unit, so that only the failing unit fails. Therefore <b>a unit
 * may run twice</b> and must do nothing but SQL. When the disk fails, the whole group fails and the
 * next group starts on a new connection. When a database server cannot be reached, the group is
 * tried again for the time of {@link ReconnectBackoff}.
 */
final class BatchWriter implements AutoCloseable {

  /** One caller's work. */
  @FunctionalInterface
  interface Unit<T> {
    T run(SqlSession session) throws SQLException;
  }

  /** Changes of one kind: those of a group are made together, with fewer statements. */
  @FunctionalInterface
  interface Kind<I, T> {

    /**
     * Makes changes as if one after the other.
     *
     * @return the result of each, in their order
     */
    List<T> run(SqlSession session, List<I> items) throws SQLException;
  }

  /** Goes along with the transactions of groups. All methods run on the writer's thread. */
  interface CommitHook {

    /**
     * A transaction has begun.
     *
     * @param together whether it stands or falls as a whole; otherwise units of it may be rolled
     *     back alone
     */
    void begun(boolean together);

    /** The group is about to be committed. */
    void beforeCommit(SqlSession session) throws SQLException;

    /** The transaction is durable. */
    void committed();

    /** It was rolled back, or there was none. */
    void undone();
  }

  private static final Logger LOG = LoggerFactory.getLogger(BatchWriter.class);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);

  private final SqlDialect dialect;
  private final CommitHook hook;
  private final Runnable workListener;
  private final StoreOutage outage;
  private final WriteQueue waiting;
  private final GroupCommit commits;

  /** Made before it is needed: there may be no memory then. */
  private final QueueException unknown =
      new QueueException(
          StoreFailure.BUSY,
          "The queue's writer failed; whether it stored this is not known.",
          null);

  private final ReconnectBackoff reconnectBackoff = new ReconnectBackoff();
  private final BackgroundLoop loop;

  /** The group in hand; of the loop only. */
  private final List<WriteJob<?, ?>> group = new ArrayList<>();

  private volatile boolean closing;
  private volatile boolean ended;
  private volatile boolean damaged;

  BatchWriter(SqlDialect dialect, CommitHook hook, Runnable workListener, StoreOutage outage) {
    this.dialect = dialect;
    this.hook = hook;
    this.workListener = workListener;
    this.outage = outage;
    this.waiting = new WriteQueue(dialect.largestGroup());
    this.commits = new GroupCommit(dialect, hook);
    this.loop =
        BackgroundLoop.stepping("queue-writer", this::writeNext, LONGEST_PAUSE)
            .onPlatformThread()
            .atLast(this::writeRest);
    loop.start();
  }

  /** The loops of the writer and of what it keeps in order. */
  List<BackgroundLoop> loops() {
    return Stream.concat(Stream.of(loop), commits.loops().stream()).toList();
  }

  /** Whether a change failed because the database is damaged. */
  boolean damaged() {
    return damaged;
  }

  /** Transactions begun so far, whether they changed anything or not. */
  long transactions() {
    return commits.transactions();
  }

  /** Runs one unit and returns when it is durable. */
  <T> T write(Unit<T> unit) {
    return this.<Unit<T>, T>write(BatchWriter::each, unit);
  }

  /** Makes one change, together with others of its kind, and returns when it is durable. */
  <I, T> T write(Kind<I, T> kind, I item) {
    WriteJob<I, T> job = new WriteJob<>(kind, item);
    submit(List.of(job));
    return job.await();
  }

  /** Runs units from one caller in few commits; throws the first failure after all have ended. */
  <T> List<T> writeAll(List<? extends Unit<T>> units) {
    return this.<Unit<T>, T>writeAll(BatchWriter::each, units);
  }

  /** Makes changes from one caller in few commits; throws the first failure after all ended. */
  <I, T> List<T> writeAll(Kind<I, T> kind, List<? extends I> items) {
    List<WriteJob<I, T>> all = new ArrayList<>(items.size());
    for (I item : items) {
      all.add(new WriteJob<>(kind, item));
    }
    int most = dialect.largestGroup();
    for (int from = 0; from < all.size(); from += most) {
      submit(all.subList(from, Math.min(all.size(), from + most)));
    }
    all.forEach(WriteJob::awaitEnd);
    return all.stream().map(WriteJob::await).toList();
  }

  /** Makes one change, together with others of its kind, without waiting for its end. */
  <I, T> void submit(Kind<I, T> kind, I item, Completion<T> end) {
    submitOrFail(List.of(new WriteJob<>(kind, item, job -> job.tell(end))));
  }

  /** Makes changes from one caller in few commits, without waiting for their end. */
  <I, T> void submitAll(Kind<I, T> kind, List<? extends I> items, Completion<List<T>> end) {
    if (items.isEmpty()) {
      end.done(List.of());
      return;
    }
    AtomicInteger left = new AtomicInteger(items.size());
    List<WriteJob<I, T>> all = new ArrayList<>(items.size());
    for (I item : items) {
      all.add(
          new WriteJob<>(
              kind,
              item,
              _ -> {
                if (left.decrementAndGet() == 0) {
                  WriteJob.tell(all, end);
                }
              }));
    }
    int most = dialect.largestGroup();
    for (int from = 0; from < all.size(); from += most) {
      submitOrFail(all.subList(from, Math.min(all.size(), from + most)));
    }
  }

  private void submitOrFail(List<? extends WriteJob<?, ?>> together) {
    try {
      submit(together);
    } catch (QueueException e) {
      together.forEach(job -> job.fail(e));
    }
  }

  private static <T> List<T> each(SqlSession session, List<Unit<T>> units) throws SQLException {
    List<T> results = new ArrayList<>(units.size());
    for (Unit<T> unit : units) {
      results.add(unit.run(session));
    }
    return results;
  }

  private void submit(List<? extends WriteJob<?, ?>> together) {
    if (closing) {
      throw closed();
    }
    try {
      waiting.admit(together);
    } catch (QueueException e) {
      throw outage.found(e);
    }
    // The writer may have looked at an empty room for the last time before the job was in it.
    if (ended && waiting.remove(together)) {
      throw closed();
    }
  }

  private static QueueException closed() {
    return new QueueException(StoreFailure.CLOSED, "The queue is closed.", null);
  }

  private Duration writeNext() throws InterruptedException {
    waiting.gather(group);
    commit();
    return Duration.ZERO;
  }

  /** Units that were submitted before the end are still executed. */
  private void writeRest() {
    try {
      for (waiting.gatherNow(group); !group.isEmpty(); waiting.gatherNow(group)) {
        commit();
      }
    } finally {
      ended = true;
      commits.end();
    }
  }

  private void commit() {
    if (group.isEmpty()) {
      return;
    }
    try {
      boolean worked = patiently();
      outage.over();
      hook.committed();
      if (worked) {
        workListener.run();
      }
      group.forEach(WriteJob::succeed);
      commits.upkeep();
    } catch (SQLException e) {
      fail(outage.found(dialect.explain(e)));
    } catch (RuntimeException | Error e) {
      fail(new QueueException(StoreFailure.REFUSED, "The queue's writer failed: " + e, e));
    } finally {
      // Also where memory did not suffice for telling the failure. After an end this does nothing.
      group.forEach(job -> job.fail(unknown));
      group.clear();
    }
  }

  private boolean patiently() throws SQLException {
    while (true) {
      BackgroundLoop.progress();
      try {
        reconnectBackoff.pause();
        boolean worked = commits.commit(group);
        reconnectBackoff.over();
        return worked;
      } catch (SQLException e) {
        commits.disconnect();
        if (!dialect.passes(e) || !reconnectBackoff.bridges(System.nanoTime()) || closing) {
          throw e;
        }
        QueueException failure = outage.found(dialect.explain(e));
        LOG.debug("{} changes are tried again.", group.size(), failure);
      }
    }
  }

  private void fail(QueueException failure) {
    boolean inDoubt = commits.inDoubt();
    commits.disconnect();
    commits.forget();
    commits.failed(failure);
    hook.undone();
    damaged |= failure.trouble() == StoreFailure.DAMAGED;
    LOG.atLevel(ReportedFailure.level(failure, Level.WARN))
        .log(
            "{} changes {}. {}",
            group.size(),
            inDoubt ? "may have been stored or not" : "were not stored",
            failure.getMessage());
    group.forEach(job -> job.fail(failure));
  }

  /** Executes the submitted units, then ends. */
  @Override
  public void close() {
    closing = true;
    loop.stop();
    waiting.wake();
    loop.close();
    waiting.empty(job -> job.fail(closed()));
  }
}
