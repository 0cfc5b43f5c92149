package org.messgateway.gateway.respond.page;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import org.messgateway.gateway.respond.LinkClaims;

/**
 * At most one new link in 10 minutes for one executor and one thread, so that an old link in the
 * wrong hands floods nobody. Thread-safe; remembers a bounded number and forgets at a restart.
 */
final class RenewalLimit {

  static final Duration PAUSE = Duration.ofMinutes(10);
  private static final int MOST = 10_000;

  private final InstantSource clock;
  private final Map<Link, Instant> last = new LinkedHashMap<>();

  private record Link(String ref, String executor) {}

  RenewalLimit(InstantSource clock) {
    this.clock = clock;
  }

  /** How long it has to wait; zero when it may go now, which then counts. */
  synchronized Duration toWait(LinkClaims claims) {
    Instant now = clock.instant();
    last.values().removeIf(at -> !at.plus(PAUSE).isAfter(now));
    Link link = new Link(claims.ref(), claims.executor());
    Instant before = last.get(link);
    if (before != null) {
      return Duration.between(now, before.plus(PAUSE));
    }
    if (last.size() >= MOST) {
      return PAUSE;
    }
    last.put(link, now);
    return Duration.ZERO;
  }

  /** It did not go after all. */
  synchronized void undo(LinkClaims claims) {
    last.remove(new Link(claims.ref(), claims.executor()));
  }
}
