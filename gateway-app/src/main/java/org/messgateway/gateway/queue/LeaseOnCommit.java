package org.messgateway.gateway.queue;

import java.util.List;
import java.util.function.ToIntFunction;

/**
 * Lets the commit that makes rows due also lease their lanes and take the first rows, which saves
 * the transaction of a {@link DeliveryQueue#lease}. Implemented by dispatch. All methods run on the
 * writer's thread and delay it: they must read memory only, and must not call the queue.
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
}
