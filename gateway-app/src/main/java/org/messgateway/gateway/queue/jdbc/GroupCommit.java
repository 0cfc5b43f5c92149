package org.messgateway.gateway.queue.jdbc;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.home.BackgroundLoop;
import org.messgateway.gateway.queue.QueueException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Commits groups of units on the writer's connection; used by one thread. A failed group may be
 * committed again: units that were refused stay refused, and when the answer to a COMMIT was lost,
 * the database is first asked whether it was made.
 */
final class GroupCommit {

  private static final Logger LOG = LoggerFactory.getLogger(GroupCommit.class);

  private final SqlDialect dialect;
  private final BatchWriter.CommitHook hook;
  private final SqlDialect.Upkeep upkeep;
  private @Nullable SqlSession session;
  private @Nullable String unanswered;
  private final AtomicLong transactions = new AtomicLong();

  GroupCommit(SqlDialect dialect, BatchWriter.CommitHook hook) {
    this.dialect = dialect;
    this.hook = hook;
    this.upkeep = dialect.upkeep();
  }

  /**
   * Makes a group durable, except units that fail alone, whose callers get the failure.
   *
   * @return whether a row may be due sooner than {@link DueSql} said
   */
  boolean commit(List<WriteJob<?, ?>> group) throws SQLException {
    SqlSession current = session();
    if (wasCommitted(current)) {
      return true;
    }
    current.takeWork();
    hook.undone();
    if (!together(current, group)) {
      apart(current, group);
    }
    return current.takeWork();
  }

  /** Whether the group's commit was sent and its result is not known. */
  boolean inDoubt() {
    return unanswered != null;
  }

  /** The next group is another one. */
  void forget() {
    unanswered = null;
  }

  private boolean wasCommitted(SqlSession current) throws SQLException {
    String transaction = unanswered;
    if (transaction == null) {
      return false;
    }
    boolean committed = dialect.committed(current, transaction);
    unanswered = null;
    LOG.info(
        "A commit that was not answered {}.",
        committed ? "had been made" : "had not been made and is made again");
    return committed;
  }

  /** All in one transaction; false when one of them failed and it was rolled back. */
  private boolean together(SqlSession current, List<WriteJob<?, ?>> group) throws SQLException {
    String transaction = begin(current, true);
    try {
      for (List<WriteJob<?, ?>> kind : byKind(group)) {
        kind.getFirst().run(current, kind);
      }
      hook.beforeCommit(current);
    } catch (SQLException e) {
      if (dialect.explain(e).environmental()) {
        throw e;
      }
      return undone(current, e);
    } catch (RuntimeException e) {
      return undone(current, e);
    }
    end(current, transaction);
    return true;
  }

  private @Nullable String begin(SqlSession current, boolean together) throws SQLException {
    transactions.incrementAndGet();
    String transaction = dialect.begin(current);
    hook.begun(together);
    return transaction;
  }

  /** Transactions begun so far. */
  long transactions() {
    return transactions.get();
  }

  private boolean undone(SqlSession current, Exception failure) throws SQLException {
    LOG.debug("a unit failed, the group is run again one by one", failure);
    current.rollback("ROLLBACK");
    hook.undone();
    return false;
  }

  /** The units by kind, in the order of each kind's first unit, without refused units. */
  private static Collection<List<WriteJob<?, ?>>> byKind(List<WriteJob<?, ?>> group) {
    Map<BatchWriter.Kind<?, ?>, List<WriteJob<?, ?>>> kinds = new LinkedHashMap<>();
    for (WriteJob<?, ?> job : group) {
      if (!job.failed()) {
        kinds.computeIfAbsent(job.kind(), kind -> new ArrayList<>()).add(job);
      }
    }
    return kinds.values();
  }

  private void apart(SqlSession current, List<WriteJob<?, ?>> group) throws SQLException {
    String transaction = begin(current, false);
    for (WriteJob<?, ?> job : group) {
      if (job.failed()) {
        continue;
      }
      current.update("SAVEPOINT unit");
      try {
        job.run(current);
      } catch (SQLException e) {
        QueueException failure = dialect.explain(e);
        if (failure.environmental()) {
          throw e;
        }
        job.fail(failure);
        current.rollback("ROLLBACK TO unit");
      } catch (RuntimeException e) {
        job.fail(e);
        current.rollback("ROLLBACK TO unit");
      }
      current.update("RELEASE unit");
    }
    hook.beforeCommit(current);
    end(current, transaction);
  }

  private void end(SqlSession current, @Nullable String transaction) throws SQLException {
    if (current.hasWork()) {
      dialect.tellOthers(current);
    }
    unanswered = transaction;
    current.update("COMMIT");
    unanswered = null;
  }

  /** What the store wants done between two groups. */
  void upkeep() {
    SqlSession current = session;
    if (current != null) {
      upkeep.committed(current);
    }
  }

  /** A group could not be stored; its connection is gone. */
  void failed(QueueException failure) {
    if (failure.trouble() == QueueException.StoreFailure.FULL) {
      upkeep.full();
    }
  }

  /** Loops of what the store wants done. */
  List<BackgroundLoop> loops() {
    return upkeep.loops();
  }

  /** No group comes any more. */
  void end() {
    upkeep.close();
    disconnect();
  }

  private SqlSession session() throws SQLException {
    SqlSession current = session;
    if (current == null) {
      current = new SqlSession(dialect.connectForWriting());
      session = current;
    }
    return current;
  }

  /** Closing rolls back, whatever state a failure left the transaction in. */
  void disconnect() {
    SqlSession current = session;
    session = null;
    if (current != null) {
      try {
        current.close();
      } catch (SQLException e) {
        LOG.warn("The queue's connection did not close cleanly: {}", e.getMessage());
      }
    }
  }
}
