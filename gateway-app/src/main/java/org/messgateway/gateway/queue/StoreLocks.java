package org.messgateway.gateway.queue;

import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;

/**
 * Locks of threads among all processes that share a store, and among the threads of this one. Not
 * reentrant. They guard the files of an exchange.
 *
 * <p>A lock is lost when the connection is cut or the process is delayed for longer than a lease.
 * Then {@link StoreLock#stands()} is false; callers ask right before they replace a file.
 */
public interface StoreLocks {

  /** A lock until it is closed; closing does not fail. */
  interface StoreLock extends AutoCloseable {

    /** Whether it is still ours; asks the store. */
    boolean stands();

    @Override
    void close();
  }

  /**
   * Takes the lock of a thread, waiting for it at most this long.
   *
   * @return empty when another process or thread held it all that time
   * @throws QueueException when the store cannot be asked
   */
  Optional<StoreLock> lock(String exchange, String ref, Duration patience);

  /**
   * Takes the locks of those of these threads that are free. It waits for none: who holds several
   * and waits for more could wait for ever. The store may give them back together, when the last is
   * closed; one thread closes them all.
   *
   * @return locks by ref
   * @throws QueueException when the store cannot be asked; then none is held
   */
  Map<String, StoreLock> tryLock(String exchange, Collection<String> refs);
}
