package org.messgateway.gateway.queue;

import java.util.List;
import java.util.function.ToIntFunction;

/**
 * A standing order: lanes that get work are leased, and the first rows of them taken, by the very
 * commit that brings the work. All methods are called on the queue's own thread and hold it up:
 * they only look at memory or hand over, and must not call the queue.
 */
public interface LeaseOrder {

  /**
   * How many lanes that are well may be leased now; 0 leaves them to {@link DeliveryQueue#lease},
   * as all probes are.
   */
  int room();

  /** How many rows to take of a lane with its lease, 0 for none. */
  ToIntFunction<LaneLease> first();

  /** What was leased; it is durable, and the receiver's to release. */
  void leased(List<LeasedLane> lanes);
}
