package org.messgateway.gateway.reconcile;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.messgateway.gateway.exchange.ClusterLocks;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.queue.QueueException;
import org.messgateway.gateway.queue.StoreLocks;

/**
 * Locks of the threads of one exchange, in the store that several gateways share: one gateway at a
 * time writes into a thread.
 *
 * @param exchange id of the exchange
 */
public record ClusterThreadLocks(StoreLocks locks, String exchange) implements ClusterLocks {

  @Override
  public Optional<Held> take(Ref ref, Duration patience) throws IOException {
    try {
      return locks.lock(exchange, ref.value(), patience).map(SharedThreadLock::new);
    } catch (QueueException e) {
      throw new IOException("The lock of a thread cannot be had: " + e.getMessage(), e);
    }
  }

  private record SharedThreadLock(StoreLocks.StoreLock held) implements Held {

    @Override
    public boolean stands() {
      return held.stands();
    }

    @Override
    public void close() {
      held.close();
    }
  }
}
