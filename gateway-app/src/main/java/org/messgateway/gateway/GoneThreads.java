package org.messgateway.gateway;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.messgateway.gateway.queue.DeliveryQueue;
import org.messgateway.gateway.queue.ThreadRow;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Threads that were known and cannot be found. Absence is no wish (a folder may be away for an
 * hour): only after a day does it count as removed, and until then what is queued waits.
 */
final class GoneThreads {

  /** The problem of such a thread. */
  static final String GONE = "not to be found in the exchange";

  /** How long it is remembered before its deliveries are withdrawn. */
  private static final Duration REMOVED_AFTER = Duration.ofHours(24);

  /** Nobody has looked for it yet. */
  private static final Duration AT_FIRST = Duration.ofMinutes(1);

  private static final Duration SHORTEST = Duration.ofMinutes(10);

  /** So many times as long as it has been gone: five times in a day. */
  private static final int SELDOM = 3;

  private static final Logger log = LoggerFactory.getLogger(GoneThreads.class);

  private final DeliveryQueue queue;
  private final InstantSource clock;

  GoneThreads(DeliveryQueue queue, InstantSource clock) {
    this.queue = queue;
    this.clock = clock;
  }

  /** A look did not find it. */
  void absent(ThreadRow row) {
    Instant now = clock.instant();
    if (!GONE.equals(row.problem())) {
      queue.note(row.with(GONE, now.plus(REMOVED_AFTER)));
      tell(row);
      return;
    }
    Instant until = row.nextLook();
    if (until != null && !now.isBefore(until)) {
      log.info("{} has been gone for a day: what was queued for it is withdrawn.", row.ref());
      queue.reconcile(row.with(GONE, null), Set.of(), List.of(), Set.of());
    }
  }

  private void tell(ThreadRow row) {
    long waiting =
        queue.deliveries(row.exchange(), row.ref()).stream()
            .filter(each -> !each.state().settled())
            .count();
    if (waiting > 0) {
      log.info(
          "{} is {}: {} of its deliveries wait until it is back, for a day at most.",
          row.ref(),
          GONE,
          waiting);
    }
  }

  /**
   * How long a delivery that was about to be sent waits. The thread's return is noticed by a look;
   * this is for a return that went unnoticed, and where threads are taken away all day, asking for
   * each of them often would in the end be all that is done.
   */
  Duration wait(Optional<ThreadRow> known) {
    return known
        .filter(row -> GONE.equals(row.problem()))
        .map(ThreadRow::nextLook)
        .map(until -> Duration.between(until.minus(REMOVED_AFTER), clock.instant()))
        .map(gone -> gone.multipliedBy(SELDOM))
        .map(wait -> wait.compareTo(SHORTEST) < 0 ? SHORTEST : wait)
        .orElse(AT_FIRST);
  }
}
