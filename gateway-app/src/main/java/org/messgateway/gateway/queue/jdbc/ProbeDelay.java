package org.messgateway.gateway.queue.jdbc;

import java.time.Duration;
import java.util.List;

/**
 * How long a lane waits for its next probe where the queue itself has to say so: 5 s, 15 s, 1 min,
 * then every 5 min (DESIGN §5, Retry).
 */
final class ProbeDelay {

  private static final List<Duration> STEPS =
      List.of(Duration.ofSeconds(5), Duration.ofSeconds(15), Duration.ofMinutes(1));
  private static final Duration FURTHER = Duration.ofMinutes(5);

  private ProbeDelay() {}

  /** Milliseconds to wait after so many failed probes in a row. */
  static long after(int probes) {
    return (probes < STEPS.size() ? STEPS.get(probes) : FURTHER).toMillis();
  }
}
