package org.messgateway.gateway.queue.jdbc;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.queue.LaneAdmission;
import org.messgateway.gateway.queue.LaneLease;
import org.messgateway.gateway.queue.TakenDelivery;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings rows to dispatch in the transaction that inserts them, as {@link LaneAdmission} decides:
 * as {@code sending}, on lanes that this node holds or that the same transaction leases.
 */
final class CommitAdmission implements BatchWriter.CommitHook {

  private static final Logger LOG = LoggerFactory.getLogger(CommitAdmission.class);

  /** Longer than a commit takes on a disk that answers. */
  private static final Duration PATIENCE = Duration.ofSeconds(3);

  private final LaneSql lanes;
  private final OwnedLanes held;
  private final LongSupplier now;
  private final boolean shared;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition ended = lock.newCondition();
  private @Nullable LaneAdmission admission;
  private boolean calling;

  /** Of the writer's thread only. */
  private @Nullable Call call;

  /** What one transaction brings to dispatch. */
  private static final class Call {
    private final LaneAdmission admission;
    private final boolean together;
    private final List<TakenDelivery> born = new ArrayList<>();
    private final List<LaneLease> leased = new ArrayList<>();

    /** Lanes of which a row was queued: later ones must not overtake it. */
    private final Set<Long> full = new HashSet<>();

    private @Nullable Set<String> sickChannels;
    private List<Long> queued = List.of();

    Call(LaneAdmission admission, boolean together) {
      this.admission = admission;
      this.together = together;
    }
  }

  /**
   * @param shared whether other nodes may open the breaker of an account
   */
  CommitAdmission(LaneSql lanes, OwnedLanes held, LongSupplier now, boolean shared) {
    this.lanes = lanes;
    this.held = held;
    this.now = now;
    this.shared = shared;
  }

  /** Replaces the one to ask; waits at most {@link #PATIENCE} for a call of the one before. */
  void use(@Nullable LaneAdmission next) {
    lock.lock();
    try {
      admission = next;
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
      LaneAdmission asked = admission;
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

  /** The lease of a row that is inserted as {@code sending}; null for one that is queued. */
  @Nullable LaneLease admit(SqlSession session, String channel, long lane) throws SQLException {
    Call current = call;
    if (current == null
        || !current.together
        || current.full.contains(lane)
        || sick(session, current, channel)) {
      return null;
    }
    if (!held.holds(lane) && current.admission.mayLease(channel)) {
      lease(session, current, lane);
    }
    LaneLease lease = current.admission.admit(lane);
    if (lease == null) {
      current.full.add(lane);
    }
    return lease;
  }

  private void lease(SqlSession session, Call current, long lane) throws SQLException {
    LaneLease lease = lanes.leaseForRow(session, now.getAsLong(), lane);
    if (lease != null) {
      current.leased.add(lease);
      current.admission.leased(lease);
    }
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

  /** An admitted row was inserted; in the order of admission. */
  void born(TakenDelivery row) {
    Call current = call;
    if (current != null) {
      current.born.add(row);
    }
  }

  @Override
  public void beforeCommit(SqlSession session) throws SQLException {
    Call current = call;
    if (current != null) {
      current.queued = session.expectedHere(held::holds, now.getAsLong());
    }
  }

  @Override
  public void committed() {
    Call done = call;
    if (done == null) {
      return;
    }
    try {
      done.admission.born(done.born);
      if (!done.queued.isEmpty()) {
        done.admission.queued(done.queued);
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
      undone.leased.forEach(lease -> held.forget(lease.lane()));
      undone.admission.undone();
      over();
    }
  }
}
