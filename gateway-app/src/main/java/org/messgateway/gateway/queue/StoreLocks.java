package org.messgateway.gateway.queue;

import java.time.Duration;
import java.util.Optional;

/**
 * Locks of threads among all processes that share a store, and among the threads of this one. Not
 * reentrant. They guard what is no row: files of an exchange.
 *
 * <p>A lock is the store's to give and to take: when the connection is cut, or the process is held
 * up for longer than a lease, it is lost and {@link Held#stands()} says so. Whoever replaces a file
 * asks right before.
 */
public interface StoreLocks {

  /** A lock until it is closed; closing does not fail. */
  interface Held extends AutoCloseable {

    /** Whether it is still ours; asks the store. */
    boolean stands();

    @Override
    void close();
  }

  /**
   * Takes the lock of a thread, waiting for it at most this long.
   *
   * @return empty when another held it all that time
   * @throws QueueException when the store cannot be asked
   */
  Optional<Held> lock(String exchange, String ref, Duration patience);
}
