package org.messgateway.gateway.reconcile;

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
 * Threads that have a row and are not in the exchange. Absence does not withdraw deliveries, since
 * a folder may be away for an hour: they wait, and are withdrawn after 24 hours. Thread-safe.
 */
public final class MissingThreads {

  /** The problem of such a thread. */
  public static final String GONE = "not to be found in the exchange";

  /** How long deliveries of a missing thread wait before they are withdrawn. */
  private static final Duration REMOVED_AFTER = Duration.ofHours(24);

  /** Wait of a delivery whose thread was not found missing before. */
  private static final Duration FIRST_WAIT = Duration.ofMinutes(1);

  private static final Duration MIN_WAIT = Duration.ofMinutes(10);

  /** A wait is 3 times as long as the thread has been missing: 5 waits in a day. */
  private static final int WAIT_FACTOR = 3;

  private static final Logger log = LoggerFactory.getLogger(MissingThreads.class);

  private final DeliveryQueue queue;
  private final InstantSource clock;

  public MissingThreads(DeliveryQueue queue, InstantSource clock) {
    this.queue = queue;
    this.clock = clock;
  }

  /** Notes that threads were not found when they were reconciled; those anew share a commit. */
  void absent(List<ThreadRow> rows) {
    Instant now = clock.instant();
    List<ThreadRow> anew = rows.stream().filter(row -> !isGone(row)).toList();
    queue.storeThreads(anew.stream().map(row -> row.with(GONE, now.plus(REMOVED_AFTER))).toList());
    anew.forEach(this::logWaiting);
    rows.stream().filter(MissingThreads::isGone).forEach(row -> withdrawAtLast(row, now));
  }

  private static boolean isGone(ThreadRow row) {
    return GONE.equals(row.problem());
  }

  private void withdrawAtLast(ThreadRow row, Instant now) {
    Instant until = row.nextLook();
    if (until != null && !now.isBefore(until)) {
      log.info("{} has been gone for a day: what was queued for it is withdrawn.", row.ref());
      queue.reconcile(row.with(GONE, null), Set.of(), List.of(), Set.of());
    }
  }

  private void logWaiting(ThreadRow row) {
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
   * How long a delivery that was about to be sent waits. A thread that returns is usually reported
   * by the watcher, which brings its deliveries forward; the wait is for a return that was not
   * reported. It grows, because many missing threads would else keep all workers busy.
   *
   * @param known the thread's row
   */
  public Duration wait(Optional<ThreadRow> known) {
    return known
        .filter(MissingThreads::isGone)
        .map(ThreadRow::nextLook)
        .map(until -> Duration.between(until.minus(REMOVED_AFTER), clock.instant()))
        .map(gone -> gone.multipliedBy(WAIT_FACTOR))
        .map(wait -> wait.compareTo(MIN_WAIT) < 0 ? MIN_WAIT : wait)
        .orElse(FIRST_WAIT);
  }
}
