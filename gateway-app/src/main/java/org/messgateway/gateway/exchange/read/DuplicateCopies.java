package org.messgateway.gateway.exchange.read;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.ThreadLocation;
import org.messgateway.gateway.exchange.files.ThreadFinder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Threads with copies in two locations. That is usual during a move. After one minute a warning is
 * logged, once, and both copies stay where they are. Thread-safe; holds 10,000 threads at most.
 */
public final class DuplicateCopies {

  private static final Logger log = LoggerFactory.getLogger(DuplicateCopies.class);
  private static final Duration MOVE_TIME = Duration.ofMinutes(1);
  private static final int MAX_THREADS = 10_000;

  private final LongSupplier nanos;
  private final Map<Ref, FirstSeen> seen = new LinkedHashMap<>();

  private record FirstSeen(long nanos, boolean warned) {}

  public DuplicateCopies(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /** Notes the locations of a thread. */
  synchronized void note(Ref ref, List<ThreadLocation> locations) {
    if (locations.size() < 2) {
      seen.remove(ref);
    } else if (seen.size() < MAX_THREADS) {
      seen.putIfAbsent(ref, new FirstSeen(nanos.getAsLong(), false));
    }
  }

  /** Logs a warning for each thread that has had two copies for a minute. */
  public void warn(ThreadFinder finder) {
    for (Ref ref : overdue()) {
      List<ThreadLocation> locations = finder.places(ref);
      note(ref, locations);
      if (locations.size() > 1) {
        warned(ref);
        log.warn(
            "Thread {} lies in several places: {}. The copy with more messages is used. Look at"
                + " them, then delete the one that is out of date.",
            ref,
            locations);
      }
    }
  }

  private synchronized List<Ref> overdue() {
    long now = nanos.getAsLong();
    return seen.entrySet().stream()
        .filter(entry -> !entry.getValue().warned())
        .filter(entry -> now - entry.getValue().nanos() >= MOVE_TIME.toNanos())
        .map(Map.Entry::getKey)
        .toList();
  }

  private synchronized void warned(Ref ref) {
    seen.computeIfPresent(ref, (_, firstSeen) -> new FirstSeen(firstSeen.nanos(), true));
  }
}
