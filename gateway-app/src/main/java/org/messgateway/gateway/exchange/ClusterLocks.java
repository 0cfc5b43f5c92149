package org.messgateway.gateway.exchange;

import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Locks of threads among all gateways that write into an exchange; implemented where their common
 * store is known. Thread-safe.
 */
@FunctionalInterface
public interface ClusterLocks {

  /** For an exchange that no other gateway writes. */
  ClusterLocks ALONE = (_, _) -> Optional.of(Held.ALWAYS);

  /** A lock until it is closed. */
  interface Held extends AutoCloseable {

    /** Lock of the only gateway. */
    Held ALWAYS =
        new Held() {
          @Override
          public boolean stands() {
            return true;
          }

          @Override
          public void close() {
            // No other gateway waits for it.
          }
        };

    /** Whether this gateway still has the lock: it can be lost without a notice. */
    boolean stands();

    @Override
    void close();
  }

  /**
   * Acquires a thread's lock.
   *
   * @param patience longest wait
   * @return empty when another gateway held the lock all that time
   * @throws IOException when the store cannot be asked
   */
  Optional<Held> take(Ref ref, Duration patience) throws IOException;

  /**
   * Acquires the locks of those of these threads that no other gateway holds. Waits for none. As it
   * stands here, one by one, it is for locks that can always be asked for.
   *
   * @return locks by thread; all are to be closed
   * @throws IOException when the store cannot be asked; then none is held
   */
  default Map<Ref, Held> tryTake(Collection<Ref> refs) throws IOException {
    Map<Ref, Held> held = new LinkedHashMap<>();
    for (Ref ref : refs) {
      take(ref, Duration.ZERO).ifPresent(lock -> held.put(ref, lock));
    }
    return held;
  }
}
