package org.messgateway.gateway.reconcile;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
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
 * Writes settled deliveries into the history of their threads: those that {@link
 * UnrecordedDeliveries} kept, after a second in which another write may take them along, and rows
 * of the store that are settled and not recorded, so that a crash between the two loses nothing. It
 * writes up to 256 threads a turn, and waits while many deliveries are under way, because both
 * flush to the same disk. One thread calls it.
 */
public final class HistoryProjection {

  /** Threads of one turn. */
  private static final int BATCH = 256;

  /** Threads of one look at a store that others use: each look passes what waits for them, too. */
  private static final int BATCH_OF_SHARED = 2048;

  /** The longest that deliveries under way can delay history. */
  static final Duration LONGEST_WAIT = Duration.ofSeconds(10);

  /** Time for another write of the thread, which takes them along. */
  static final Duration GATHERING = Duration.ofSeconds(1);

  /** Between two looks at the store while nothing asks for one. */
  static final Duration LOOK = Duration.ofSeconds(5);

  private static final Duration LOOK_IN_LOAD = Duration.ofMinutes(1);

  private static final Duration RECONCILE_AFTER = Duration.ofMinutes(1);
  private static final Logger log = LoggerFactory.getLogger(HistoryProjection.class);

  private final UnrecordedDeliveries unrecorded;
  private final boolean shared;
  private final DeliveryQueue queue;
  private final ThreadWriter writer;
  private final ThreadCache recent;
  private final ChangeQueue changed;
  private final InstantSource clock;
  private final BooleanSupplier busy;
  private final LongSupplier nanos;
  private final HistoryBackoff backoff = new HistoryBackoff();
  private long caughtUpNanos;
  private long lookedNanos;
  private volatile boolean last;

  /**
   * @param shared whether other gateways use the same store
   * @param busy whether many deliveries are under way just now
   * @param nanos elapsed time
   */
  public HistoryProjection(
      UnrecordedDeliveries unrecorded,
      boolean shared,
      DeliveryQueue queue,
      ThreadWriter writer,
      ThreadCache recent,
      ChangeQueue changed,
      InstantSource clock,
      BooleanSupplier busy,
      LongSupplier nanos) {
    this.unrecorded = unrecorded;
    this.shared = shared;
    this.queue = queue;
    this.writer = writer;
    this.recent = recent;
    this.changed = changed;
    this.clock = clock;
    this.busy = busy;
    this.nanos = nanos;
    this.caughtUpNanos = nanos.getAsLong();
    this.lookedNanos = caughtUpNanos;
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
    List<PendingHistory> threads = waiting();
    Set<String> written = ConcurrentHashMap.newKeySet();
    Set<String> missing = ConcurrentHashMap.newKeySet();
    try {
      write(threads, written, missing);
    } finally {
      recorded(threads, written);
      postponed(threads, missing);
    }
    int done = written.size() + missing.size();
    if (done < threads.size()) {
      unrecorded.ask();
    }
    boolean more = done >= BATCH;
    if (!more) {
      // Only then may it wait again: lasting load must not leave history further behind.
      caughtUpNanos = nanos.getAsLong();
    }
    return more;
  }

  /** The threads of one turn, without those that rest. */
  private List<PendingHistory> waiting() {
    Instant now = clock.instant();
    Duration age = last ? Duration.ZERO : GATHERING;
    List<PendingHistory> threads = unrecorded.take(BATCH, age);
    if (threads.size() < BATCH && mustLook(threads.isEmpty())) {
      Set<String> taken = threads.stream().map(PendingHistory::ref).collect(Collectors.toSet());
      List<PendingHistory> others =
          stored().stream()
              .filter(thread -> !taken.contains(thread.ref()) && !backoff.rests(thread.ref(), now))
              .toList();
      unrecorded.add(others, age);
      threads.addAll(unrecorded.take(BATCH - threads.size(), age));
    }
    return threads.stream().filter(thread -> !backoff.rests(thread.ref(), now)).toList();
  }

  private boolean mustLook(boolean idle) {
    Duration since = Duration.ofNanos(nanos.getAsLong() - lookedNanos);
    return unrecorded.takeAsked()
        || last
        || backoff.resting() > 0
        || since.compareTo(idle || shared ? LOOK : LOOK_IN_LOAD) >= 0;
  }

  /**
   * What the store knows of threads that this gateway looks at: others have settled some of it, and
   * leave it to this one.
   */
  private List<PendingHistory> stored() {
    lookedNanos = nanos.getAsLong();
    int most = (shared ? BATCH_OF_SHARED : BATCH) + backoff.resting();
    List<PendingHistory> all = queue.pendingHistory(unrecorded.exchange(), most);
    backoff.retain(all.stream().map(PendingHistory::ref).toList());
    if (all.size() >= most) {
      unrecorded.ask();
    }
    return all;
  }

  /** Threads that failed are tried again in the next turn, since the gateway stops. Any thread. */
  public void waitNoLonger() {
    last = true;
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
            recent.forget(ref);
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
    List<PendingHistory> all = new ArrayList<>(unrecorded.takeCarried());
    threads.stream().filter(thread -> written.contains(thread.ref())).forEach(all::add);
    if (!all.isEmpty()) {
      queue.markRecorded(all);
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
