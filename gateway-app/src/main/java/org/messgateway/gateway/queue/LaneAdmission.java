package org.messgateway.gateway.queue;

import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decides about rows that are about to be inserted: one that is admitted is inserted as {@code
 * sending} and handed over once it is durable, so that it needs neither a lease nor a take of its
 * own. Implemented by dispatch. All methods run on the writer's thread and delay it: they must read
 * memory only, and must not call the queue.
 */
public interface LaneAdmission {

  /** Whether a lane of this channel may be leased for a row now. */
  boolean mayLease(String channel);

  /** The transaction leased this lane for the row that {@link #admit} is asked about next. */
  void leased(LaneLease lane);

  /**
   * Reserves a place for one row that is about to be inserted, is due, and has none of its thread
   * before it on this lane. The place is used with {@link #born} or given back with {@link
   * #undone}.
   *
   * @return the lease under which the row is inserted as {@code sending}; null to queue it, because
   *     the lane is not held, is not well, has rows that wait, or has no room
   */
  @Nullable LaneLease admit(long lane);

  /** Receives the rows that were admitted since the last call, in that order, after the commit. */
  void born(List<TakenDelivery> rows);

  /** Rows that are due were queued on these lanes, which this node holds, by this commit. */
  void queued(Collection<Long> lanes);

  /** What was admitted and leased since the last call was rolled back. */
  void undone();
}
