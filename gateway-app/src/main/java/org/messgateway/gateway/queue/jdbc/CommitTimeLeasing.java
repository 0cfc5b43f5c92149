package org.messgateway.gateway.queue.jdbc;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.queue.LeaseBudget;
import org.messgateway.gateway.queue.LeaseOnCommit;
import org.messgateway.gateway.queue.LeasedLane;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Leases lanes and takes their first rows in the transaction that made the rows due, right before
 * its commit, as {@link LeaseOnCommit} asks. Such a lease needs no commit of its own.
 */
final class CommitTimeLeasing implements BatchWriter.CommitHook {

  private static final Logger LOG = LoggerFactory.getLogger(CommitTimeLeasing.class);

  /** Longer than a commit takes on a disk that answers. */
  private static final Duration PATIENCE = Duration.ofSeconds(3);

  private final LeaseSql leases;
  private final LongSupplier now;
  private final IntSupplier nodes;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition ended = lock.newCondition();
  private @Nullable LeaseOnCommit leasing;
  private @Nullable Call current;

  private record Call(LeaseOnCommit leasing, List<LeasedLane> lanes) {}

  CommitTimeLeasing(LeaseSql leases, LongSupplier now, IntSupplier nodes) {
    this.leases = leases;
    this.now = now;
    this.nodes = nodes;
  }

  /** Replaces the one to ask; waits at most {@link #PATIENCE} for a call of the one before. */
  void use(@Nullable LeaseOnCommit next) {
    lock.lock();
    try {
      leasing = next;
      long left = PATIENCE.toNanos();
      while (current != null && left > 0) {
        left = ended.awaitNanos(left);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void beforeCommit(SqlSession session) throws SQLException {
    LeaseOnCommit asked = begin();
    int room = asked == null ? 0 : asked.room();
    if (asked == null || room <= 0) {
      undone();
      return;
    }
    List<LeasedLane> lanes =
        leases.lease(
            session,
            now.getAsLong(),
            LeaseBudget.withoutProbes(room),
            nodes.getAsInt(),
            asked.first());
    set(new Call(asked, lanes));
  }

  private @Nullable LeaseOnCommit begin() {
    lock.lock();
    try {
      LeaseOnCommit asked = leasing;
      current = asked == null ? null : new Call(asked, List.of());
      return asked;
    } finally {
      lock.unlock();
    }
  }

  private void set(@Nullable Call next) {
    lock.lock();
    try {
      current = next;
      ended.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Only the writer's thread sets it; {@link #use} waits until it is null. */
  private @Nullable Call current() {
    lock.lock();
    try {
      return current;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void committed() {
    Call done = current();
    if (done == null) {
      return;
    }
    try {
      done.leasing().leased(done.lanes());
    } catch (RuntimeException e) {
      LOG.error("Leased lanes could not be handed over; it is a mistake of the gateway.", e);
    } finally {
      set(null);
    }
  }

  @Override
  public void undone() {
    set(null);
  }
}
