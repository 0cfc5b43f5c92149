package org.messgateway.gateway.exchange;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/**
 * Locks of threads among all gateways that write into an exchange; implemented by whoever knows
 * what they have in common. Safe for all threads.
 */
@FunctionalInterface
public interface SharedLocks {

  /** Nobody else writes. */
  SharedLocks ALONE = (_, _) -> Optional.of(Held.ALWAYS);

  /** A lock until it is closed. */
  interface Held extends AutoCloseable {

    /** That of a gateway that is alone. */
    Held ALWAYS =
        new Held() {
          @Override
          public boolean stands() {
            return true;
          }

          @Override
          public void close() {
            // Nobody waits for it.
          }
        };

    /** Whether it is still ours: it can be lost without a word. */
    boolean stands();

    @Override
    void close();
  }

  /**
   * Takes a thread's lock, waiting for it at most this long.
   *
   * @return empty when another gateway held it all that time
   * @throws IOException when nobody can be asked
   */
  Optional<Held> take(Ref ref, Duration patience) throws IOException;
}
