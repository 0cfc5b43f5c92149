package org.messgateway.gateway.queue.jdbc;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntSupplier;
import java.util.function.LongPredicate;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.queue.LaneLease;
import org.messgateway.gateway.queue.LeaseBudget;
import org.messgateway.gateway.queue.LeaseOnCommit;
import org.messgateway.gateway.queue.LeasedLane;
import org.messgateway.gateway.queue.TakenDelivery;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings rows to dispatch in the transaction that makes them due, as {@link LeaseOnCommit} asks:
 * rows of lanes that this node holds are inserted as {@code sending}, and right before the commit
 * other lanes are leased and their first rows taken.
 */
final class CommitTimeLeasing implements BatchWriter.CommitHook, DeliveryInserts.Births {

  private static final Logger LOG = LoggerFactory.getLogger(CommitTimeLeasing.class);

  /** Longer than a commit takes on a disk that answers. */
  private static final Duration PATIENCE = Duration.ofSeconds(3);

  private final LeaseSql leases;
  private final LongPredicate held;
  private final LongSupplier now;
  private final IntSupplier nodes;
  private final boolean shared;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition ended = lock.newCondition();
  private @Nullable LeaseOnCommit leasing;
  private boolean calling;

  /** Of the writer's thread only. */
  private @Nullable Call call;

  /** What one transaction brings to dispatch. */
  private static final class Call {
    private final LeaseOnCommit leasing;
    private final boolean together;
    private final List<TakenDelivery> born = new ArrayList<>();

    /** Lanes of which a row was queued: later ones must not overtake it. */
    private final Set<Long> full = new HashSet<>();

    private @Nullable Set<String> sickChannels;
    private List<LeasedLane> lanes = List.of();
    private List<Long> queued = List.of();

    Call(LeaseOnCommit leasing, boolean together) {
      this.leasing = leasing;
      this.together = together;
    }
  }

  /**
   * @param held whether this node has leased a lane
   * @param shared whether other nodes may open the breaker of an account
   */
  CommitTimeLeasing(
      LeaseSql leases, LongPredicate held, LongSupplier now, IntSupplier nodes, boolean shared) {
    this.leases = leases;
    this.held = held;
    this.now = now;
    this.nodes = nodes;
    this.shared = shared;
  }

  /** Replaces the one to ask; waits at most {@link #PATIENCE} for a call of the one before. */
  void use(@Nullable LeaseOnCommit next) {
    lock.lock();
    try {
      leasing = next;
      long left = PATIENCE.toNanos();
      while (calling && left > 0) {
        left = ended.awaitNanos(left);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void begun(boolean together) {
    lock.lock();
    try {
      LeaseOnCommit asked = leasing;
      calling = asked != null;
      call = asked == null ? null : new Call(asked, together);
    } finally {
      lock.unlock();
    }
  }

  private void over() {
    call = null;
    lock.lock();
    try {
      calling = false;
      ended.signalAll();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public @Nullable LaneLease admit(SqlSession session, String channel, long lane)
      throws SQLException {
    Call current = call;
    if (current == null
        || !current.together
        || current.full.contains(lane)
        || sick(session, current, channel)) {
      return null;
    }
    LaneLease lease = current.leasing.admit(lane);
    if (lease == null) {
      current.full.add(lane);
    }
    return lease;
  }

  /** Other nodes' failures stop a channel for this one, too. */
  private boolean sick(SqlSession session, Call current, String channel) throws SQLException {
    if (!shared) {
      return false;
    }
    Set<String> sick = current.sickChannels;
    if (sick == null) {
      sick =
          Set.copyOf(
              session.list("SELECT channel FROM account WHERE state <> 'closed'", ResultRow::text));
      current.sickChannels = sick;
    }
    return sick.contains(channel);
  }

  @Override
  public void born(TakenDelivery row) {
    Call current = call;
    if (current != null) {
      current.born.add(row);
    }
  }

  @Override
  public void beforeCommit(SqlSession session) throws SQLException {
    Call current = call;
    if (current == null) {
      return;
    }
    long instant = now.getAsLong();
    current.queued = session.expectedHere(held, instant);
    int room = current.together && session.hasWork() ? current.leasing.room() : 0;
    if (room > 0) {
      current.lanes =
          leases.lease(
              session,
              instant,
              LeaseBudget.withoutProbes(room),
              nodes.getAsInt(),
              current.leasing.first());
    }
  }

  @Override
  public void committed() {
    Call done = call;
    if (done == null) {
      return;
    }
    try {
      done.leasing.born(done.born);
      if (!done.lanes.isEmpty()) {
        done.leasing.leased(done.lanes);
      }
      if (!done.queued.isEmpty()) {
        done.leasing.queued(done.queued);
      }
    } catch (RuntimeException e) {
      LOG.error("Rows could not be handed to dispatch; it is a mistake of the gateway.", e);
    } finally {
      over();
    }
  }

  @Override
  public void undone() {
    Call undone = call;
    if (undone != null) {
      undone.leasing.undone();
      over();
    }
  }
}
