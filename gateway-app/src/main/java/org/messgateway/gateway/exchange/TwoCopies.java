package org.messgateway.gateway.exchange;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Threads that lie in two places. For a moment that is a move; after a minute it is told, once, and
 * both are left where they are. Thread-safe, bounded.
 */
final class TwoCopies {

  private static final Logger log = LoggerFactory.getLogger(TwoCopies.class);
  private static final Duration A_MOVE_TAKES = Duration.ofMinutes(1);
  private static final int MOST = 10_000;

  private final LongSupplier nanos;
  private final Map<Ref, Since> seen = new LinkedHashMap<>();

  private record Since(long nanos, boolean told) {}

  TwoCopies(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /** Notes where a thread lies. */
  synchronized void seen(Ref ref, List<Place> places) {
    if (places.size() < 2) {
      seen.remove(ref);
    } else if (seen.size() < MOST) {
      seen.putIfAbsent(ref, new Since(nanos.getAsLong(), false));
    }
  }

  /** Tells of those that have lain twice for a minute and still do. */
  void tell(ThreadFinder finder) {
    for (Ref ref : old()) {
      List<Place> places = finder.places(ref);
      seen(ref, places);
      if (places.size() > 1) {
        told(ref);
        log.warn(
            "Thread {} lies in several places: {}. The copy with more messages is used. Look at"
                + " them, then delete the one that is out of date.",
            ref,
            places);
      }
    }
  }

  private synchronized List<Ref> old() {
    long now = nanos.getAsLong();
    return seen.entrySet().stream()
        .filter(entry -> !entry.getValue().told())
        .filter(entry -> now - entry.getValue().nanos() >= A_MOVE_TAKES.toNanos())
        .map(Map.Entry::getKey)
        .toList();
  }

  private synchronized void told(Ref ref) {
    seen.computeIfPresent(ref, (_, since) -> new Since(since.nanos(), true));
  }
}
