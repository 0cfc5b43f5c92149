package org.messgateway.gateway.listen;

import java.time.Duration;

/** How long to wait before the next try: a second, two, four … half a minute. */
final class Backoff {

  private static final Duration FIRST = Duration.ofSeconds(1);
  private static final Duration LONGEST = Duration.ofSeconds(30);

  private Duration next = FIRST;

  /** The wait that is due now; the one after it is twice as long. */
  Duration next() {
    Duration now = next;
    Duration twice = now.multipliedBy(2);
    next = twice.compareTo(LONGEST) > 0 ? LONGEST : twice;
    return now;
  }

  void worked() {
    next = FIRST;
  }

  /** Whether something failed since it last worked. */
  boolean failing() {
    return !next.equals(FIRST);
  }
}
