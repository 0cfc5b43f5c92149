package org.messgateway.gateway.reconcile;

import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
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
      throw refused(e);
    }
  }

  @Override
  public Map<Ref, Held> tryTake(Collection<Ref> refs) throws IOException {
    try {
      Map<Ref, Held> held = new LinkedHashMap<>();
      locks
          .tryLock(exchange, refs.stream().map(Ref::value).toList())
          .forEach((ref, lock) -> held.put(new Ref(ref), new SharedThreadLock(lock)));
      return held;
    } catch (QueueException e) {
      throw refused(e);
    }
  }

  private static IOException refused(QueueException e) {
    return new IOException("The lock of a thread cannot be had: " + e.getMessage(), e);
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
