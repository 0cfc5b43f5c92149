package org.messgateway.gateway.queue.jdbc;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.queue.LeaseOrder;
import org.messgateway.gateway.queue.LeaseRoom;
import org.messgateway.gateway.queue.LeasedLane;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Serves the standing order in the transaction of whoever made work, and before its commit. */
final class LeaseWithWork implements GroupedWriter.Companion {

  private static final Logger LOG = LoggerFactory.getLogger(LeaseWithWork.class);

  /** Longer than a commit takes, but on a disk that hangs. */
  private static final Duration PATIENCE = Duration.ofSeconds(3);

  private final LeaseSql leases;
  private final LongSupplier now;
  private final IntSupplier nodes;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition served = lock.newCondition();
  private @Nullable LeaseOrder order;
  private @Nullable Serving serving;

  private record Serving(LeaseOrder order, List<LeasedLane> lanes) {}

  LeaseWithWork(LeaseSql leases, LongSupplier now, IntSupplier nodes) {
    this.leases = leases;
    this.now = now;
    this.nodes = nodes;
  }

  /** From now on this one, or none; one that is being served just now is first. */
  void follow(@Nullable LeaseOrder next) {
    lock.lock();
    try {
      order = next;
      long left = PATIENCE.toNanos();
      while (serving != null && left > 0) {
        left = served.awaitNanos(left);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void beforeCommit(Session session) throws SQLException {
    LeaseOrder standing = begin();
    int room = standing == null ? 0 : standing.room();
    if (standing == null || room <= 0) {
      undone();
      return;
    }
    List<LeasedLane> lanes =
        leases.lease(
            session,
            now.getAsLong(),
            LeaseRoom.withoutProbes(room),
            nodes.getAsInt(),
            standing.first());
    set(new Serving(standing, lanes));
  }

  private @Nullable LeaseOrder begin() {
    lock.lock();
    try {
      LeaseOrder standing = order;
      serving = standing == null ? null : new Serving(standing, List.of());
      return standing;
    } finally {
      lock.unlock();
    }
  }

  private void set(@Nullable Serving next) {
    lock.lock();
    try {
      serving = next;
      served.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Only the writer's thread changes it; others wait until it is gone. */
  private @Nullable Serving serving() {
    lock.lock();
    try {
      return serving;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void committed() {
    Serving done = serving();
    if (done == null) {
      return;
    }
    try {
      done.order().leased(done.lanes());
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
