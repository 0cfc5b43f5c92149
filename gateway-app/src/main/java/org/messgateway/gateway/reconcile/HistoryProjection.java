package org.messgateway.gateway.reconcile;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.messgateway.gateway.exchange.ChangeQueue;
import org.messgateway.gateway.exchange.ExchangeWriteException;
import org.messgateway.gateway.exchange.HistoryUpdate;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.ThreadCache;
import org.messgateway.gateway.exchange.ThreadWriter;
import org.messgateway.gateway.queue.DeliveryQueue;
import org.messgateway.gateway.queue.PendingHistory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes settled deliveries into the history of their threads. It takes rows that are settled and
 * not recorded, so that a crash between the two loses nothing. It writes up to 256 threads a turn,
 * and waits while many deliveries are under way, because both flush to the same disk. One thread
 * calls it.
 */
public final class HistoryProjection {

  /** Threads of one turn. */
  private static final int BATCH = 256;

  /** The longest that deliveries under way can delay history. */
  static final Duration LONGEST_WAIT = Duration.ofSeconds(10);

  private static final Duration RECONCILE_AFTER = Duration.ofMinutes(1);
  private static final Logger log = LoggerFactory.getLogger(HistoryProjection.class);

  private final String exchange;
  private final DeliveryQueue queue;
  private final ThreadWriter writer;
  private final ThreadCache recent;
  private final ChangeQueue changed;
  private final InstantSource clock;
  private final BooleanSupplier busy;
  private final LongSupplier nanos;
  private final HistoryBackoff backoff = new HistoryBackoff();
  private long caughtUpNanos;

  /**
   * @param busy whether many deliveries are under way just now
   * @param nanos elapsed time
   */
  public HistoryProjection(
      String exchange,
      DeliveryQueue queue,
      ThreadWriter writer,
      ThreadCache recent,
      ChangeQueue changed,
      InstantSource clock,
      BooleanSupplier busy,
      LongSupplier nanos) {
    this.exchange = exchange;
    this.queue = queue;
    this.writer = writer;
    this.recent = recent;
    this.changed = changed;
    this.clock = clock;
    this.busy = busy;
    this.nanos = nanos;
    this.caughtUpNanos = nanos.getAsLong();
  }

  /**
   * One turn.
   *
   * @return whether more is waiting
   */
  public boolean turn() {
    if (busy.getAsBoolean() && !overdue()) {
      return false;
    }
    Instant now = clock.instant();
    List<PendingHistory> threads = queue.pendingHistory(exchange, BATCH + backoff.resting());
    backoff.retain(threads.stream().map(PendingHistory::ref).toList());
    Set<String> written = ConcurrentHashMap.newKeySet();
    Set<String> missing = ConcurrentHashMap.newKeySet();
    try {
      write(
          threads.stream().filter(thread -> !backoff.rests(thread.ref(), now)).toList(),
          written,
          missing);
    } finally {
      recorded(threads, written);
      postponed(threads, missing);
    }
    boolean more = written.size() + missing.size() >= BATCH;
    if (!more) {
      // Only then may it wait again: lasting load must not leave history further behind.
      caughtUpNanos = nanos.getAsLong();
    }
    return more;
  }

  /** Threads that failed are tried again in the next turn, since the gateway stops. Any thread. */
  public void waitNoLonger() {
    backoff.clear();
  }

  private boolean overdue() {
    return nanos.getAsLong() - caughtUpNanos >= LONGEST_WAIT.toNanos();
  }

  private void write(List<PendingHistory> threads, Set<String> written, Set<String> missing) {
    writer.appendHistories(
        threads.stream().map(this::update).toList(),
        new HistoryUpdate.HistoryOutcome() {
          @Override
          public void written(Ref ref) {
            backoff.written(ref.value());
            written.add(ref.value());
          }

          @Override
          public boolean failed(Ref ref, ExchangeWriteException failure) {
            if (failure.reason() == ExchangeWriteException.Reason.ABSENT) {
              missing.add(ref.value());
              return true;
            }
            return backoff.failed(ref.value(), failure, clock.instant());
          }
        });
  }

  private HistoryUpdate update(PendingHistory thread) {
    Ref ref = new Ref(thread.ref());
    return new HistoryUpdate(
        ref,
        recent.asRead(ref).orElse(null),
        history -> DispatchHistory.entries(thread.deliveries(), history, clock.instant()),
        // It costs no further write.
        read -> Acknowledgement.missing(read, clock.instant()));
  }

  /**
   * A crash before this leaves the rows unrecorded; entries that stand already are not repeated.
   */
  private void recorded(List<PendingHistory> threads, Set<String> written) {
    if (!written.isEmpty()) {
      queue.markRecorded(
          threads.stream().filter(thread -> written.contains(thread.ref())).toList());
    }
  }

  /**
   * Postpones the history of missing threads until they are reconciled again. A thread that came
   * back just now may have been reconciled already, so it is reconciled once more a minute later.
   */
  private void postponed(List<PendingHistory> threads, Set<String> missing) {
    if (!missing.isEmpty()) {
      log.debug("Of {} threads that are gone history is not written.", missing.size());
      queue.postponeHistory(
          threads.stream().filter(thread -> missing.contains(thread.ref())).toList());
      missing.forEach(ref -> changed.again(new Ref(ref), RECONCILE_AFTER));
    }
  }
}
