package org.messgateway.gateway.queue.jdbc;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.queue.QueueException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The writer's connection, on which one group of changes after the other is committed; used by one
 * thread. A group that failed may be given again: what of it was refused alone stays refused, and
 * one whose commit was never answered is first looked up.
 */
final class GroupCommit {

  private static final Logger LOG = LoggerFactory.getLogger(GroupCommit.class);

  private final SqlDialect dialect;
  private final GroupedWriter.Companion companion;
  private final SqlDialect.Upkeep upkeep;
  private @Nullable Session session;
  private @Nullable String unanswered;

  GroupCommit(SqlDialect dialect, GroupedWriter.Companion companion) {
    this.dialect = dialect;
    this.companion = companion;
    this.upkeep = dialect.upkeep();
  }

  /**
   * Makes a group durable but for those of it that fail alone, who are told.
   *
   * @return whether something may be due sooner than was said
   */
  boolean commit(List<Job<?, ?>> group) throws SQLException {
    Session current = session();
    if (wasCommitted(current)) {
      return true;
    }
    current.takeWork();
    companion.undone();
    if (!together(current, group)) {
      apart(current, group);
    }
    return current.takeWork();
  }

  /** Whether the group's commit was sent and nobody knows what became of it. */
  boolean inDoubt() {
    return unanswered != null;
  }

  /** The next group is another one. */
  void forget() {
    unanswered = null;
  }

  private boolean wasCommitted(Session current) throws SQLException {
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
  private boolean together(Session current, List<Job<?, ?>> group) throws SQLException {
    String transaction = dialect.begin(current);
    try {
      for (List<Job<?, ?>> kind : byKind(group)) {
        kind.getFirst().run(current, kind);
      }
      if (current.hasWork()) {
        companion.beforeCommit(current);
      }
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

  private boolean undone(Session current, Exception failure) throws SQLException {
    LOG.debug("a unit failed, the group is run again one by one", failure);
    current.rollback("ROLLBACK");
    companion.undone();
    return false;
  }

  /** In the order of the first of each kind; without those that were refused. */
  private static Collection<List<Job<?, ?>>> byKind(List<Job<?, ?>> group) {
    Map<GroupedWriter.Kind<?, ?>, List<Job<?, ?>>> kinds = new LinkedHashMap<>();
    for (Job<?, ?> job : group) {
      if (!job.failed()) {
        kinds.computeIfAbsent(job.kind(), kind -> new ArrayList<>()).add(job);
      }
    }
    return kinds.values();
  }

  private void apart(Session current, List<Job<?, ?>> group) throws SQLException {
    String transaction = dialect.begin(current);
    for (Job<?, ?> job : group) {
      if (job.failed()) {
        continue;
      }
      current.update("SAVEPOINT unit");
      try {
        job.run(current);
      } catch (SQLException e) {
        QueueException why = dialect.explain(e);
        if (why.environmental()) {
          throw e;
        }
        job.fail(why);
        current.rollback("ROLLBACK TO unit");
      } catch (RuntimeException e) {
        job.fail(e);
        current.rollback("ROLLBACK TO unit");
      }
      current.update("RELEASE unit");
    }
    end(current, transaction);
  }

  private void end(Session current, @Nullable String transaction) throws SQLException {
    if (current.hasWork()) {
      dialect.tellOthers(current);
    }
    unanswered = transaction;
    current.update("COMMIT");
    unanswered = null;
  }

  /** What the store wants done between two groups. */
  void upkeep() {
    Session current = session;
    if (current != null) {
      upkeep.committed(current);
    }
  }

  /** No group comes any more. */
  void end() {
    upkeep.close();
    disconnect();
  }

  private Session session() throws SQLException {
    Session current = session;
    if (current == null) {
      current = new Session(dialect.connectForWriting());
      session = current;
    }
    return current;
  }

  /** Closing rolls back, whatever state a failure left the transaction in. */
  void disconnect() {
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
}
