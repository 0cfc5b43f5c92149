package org.messgateway.gateway.queue;

import java.util.Collection;
import java.util.List;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Lets the commit that makes rows due also bring them to dispatch, without a transaction of its
 * own. On a lane that this node holds already, a new row is inserted as {@code sending} where
 * {@link #admit} has a place for it. Other lanes are leased by the same commit, which takes their
 * first rows. Implemented by dispatch. All methods run on the writer's thread and delay it: they
 * must read memory only, and must not call the queue.
 */
public interface LeaseOnCommit {

  /**
   * How many healthy lanes may be leased now; 0 leaves them to {@link DeliveryQueue#lease}. Probes
   * are always left to it.
   */
  int room();

  /** How many rows to take of a lane with its lease, 0 for none. */
  ToIntFunction<LaneLease> first();

  /** Receives the leased lanes after the commit, and has to release them. */
  void leased(List<LeasedLane> lanes);

  /**
   * Reserves a place for one row that is about to be inserted, is due, and has none of its thread
   * before it on this lane. The place is used with {@link #born} or given back with {@link
   * #undone}.
   *
   * @return the lease under which the row is inserted as {@code sending}; null to queue it, because
   *     the lane is not held, is not well, has rows that wait, or has no room
   */
  default @Nullable LaneLease admit(long lane) {
    return null;
  }

  /** Receives the rows that were admitted since the last call, in that order, after the commit. */
  default void born(List<TakenDelivery> rows) {}

  /** Rows that are due were queued on these lanes, which this node holds, by this commit. */
  default void queued(Collection<Long> lanes) {}

  /** What was admitted since the last call was rolled back: its places are free again. */
  default void undone() {}
}
