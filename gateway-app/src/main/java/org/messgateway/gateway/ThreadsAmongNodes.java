package org.messgateway.gateway;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.SharedLocks;
import org.messgateway.gateway.queue.QueueException;
import org.messgateway.gateway.queue.StoreLocks;

/**
 * Threads of one exchange, written by one of all gateways that share a store at a time.
 *
 * @param exchange id of the exchange
 */
record ThreadsAmongNodes(StoreLocks locks, String exchange) implements SharedLocks {

  @Override
  public Optional<Held> take(Ref ref, Duration patience) throws IOException {
    try {
      return locks.lock(exchange, ref.value(), patience).map(Taken::new);
    } catch (QueueException e) {
      throw new IOException("The lock of a thread cannot be had: " + e.getMessage(), e);
    }
  }

  private record Taken(StoreLocks.Held held) implements Held {

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
