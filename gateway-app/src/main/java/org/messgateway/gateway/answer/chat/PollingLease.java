package org.messgateway.gateway.answer.chat;

import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.queue.QueueException;
import org.messgateway.gateway.queue.StoreLocks;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides which of several gateways polls the service of a channel: the holder of the lock, until
 * it stops, dies, or misses a lease. Kept as long as the process runs, whatever becomes of the
 * adapter.
 */
public final class PollingLease implements BooleanSupplier {

  private static final Logger log = LoggerFactory.getLogger(PollingLease.class);

  /** No exchange has such an id. */
  private static final String AMONG = "asking:";

  /** Long enough for a lock to be taken from a node that is gone. */
  private static final Duration PATIENCE = Duration.ofMillis(1_500);

  private final StoreLocks locks;
  private final String channel;
  private StoreLocks.@Nullable StoreLock held;

  public PollingLease(StoreLocks locks, String channel) {
    this.locks = locks;
    this.channel = channel;
  }

  /** No gateway polls while the store is away. */
  @Override
  public synchronized boolean getAsBoolean() {
    try {
      return stands() || taken();
    } catch (QueueException e) {
      log.debug("Nobody can say now who asks on channel {}.", channel, e);
      return false;
    }
  }

  private boolean stands() {
    StoreLocks.StoreLock current = held;
    if (current == null || current.stands()) {
      return current != null;
    }
    current.close();
    held = null;
    return false;
  }

  private boolean taken() {
    Optional<StoreLocks.StoreLock> mine = locks.lock(AMONG, channel, PATIENCE);
    held = mine.orElse(null);
    mine.ifPresent(_ -> log.info("Channel {}: this gateway asks for what people say.", channel));
    return mine.isPresent();
  }
}
