package org.messgateway.gateway;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.messgateway.gateway.exchange.ChangedThreads;
import org.messgateway.gateway.exchange.ExchangeWriteException;
import org.messgateway.gateway.exchange.HistoryWish;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.ThreadWriter;
import org.messgateway.gateway.queue.DeliveryQueue;
import org.messgateway.gateway.queue.Unrecorded;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes what became of deliveries into the threads' history: from rows that are settled and not
 * yet recorded, so that a crash between the two loses nothing; a little later and several at once,
 * never on the way of a delivery: while many are under way it waits, since it costs flushes of the
 * disk that the queue flushes to, too.
 */
final class HistoryProjection {

  /** Threads a turn; more wait for the next. */
  private static final int MANY = 256;

  /** However many deliveries are under way, history is put off no longer than this. */
  static final Duration LONGEST_WAIT = Duration.ofSeconds(10);

  private static final Duration LOOK_AGAIN = Duration.ofMinutes(1);
  private static final Logger log = LoggerFactory.getLogger(HistoryProjection.class);

  private final String exchange;
  private final DeliveryQueue queue;
  private final ThreadWriter writer;
  private final LoadedThreads recent;
  private final ChangedThreads changed;
  private final InstantSource clock;
  private final BooleanSupplier busy;
  private final LongSupplier nanos;
  private final HistoryTroubles troubles = new HistoryTroubles();
  private long caughtUpNanos;

  /**
   * @param busy whether many deliveries are under way just now
   * @param nanos elapsed time
   */
  HistoryProjection(
      String exchange,
      DeliveryQueue queue,
      ThreadWriter writer,
      LoadedThreads recent,
      ChangedThreads changed,
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
  boolean turn() {
    if (busy.getAsBoolean() && !overdue()) {
      return false;
    }
    Instant now = clock.instant();
    List<Unrecorded> threads = queue.unrecorded(exchange, MANY + troubles.resting());
    troubles.retain(threads.stream().map(Unrecorded::ref).toList());
    Set<String> written = ConcurrentHashMap.newKeySet();
    Set<String> gone = ConcurrentHashMap.newKeySet();
    try {
      write(
          threads.stream().filter(thread -> !troubles.rests(thread.ref(), now)).toList(),
          written,
          gone);
    } finally {
      recorded(threads, written);
      postponed(threads, gone);
    }
    boolean more = written.size() + gone.size() >= MANY;
    if (!more) {
      // Only then may it be put off again: load that lasts must not leave history further behind.
      caughtUpNanos = nanos.getAsLong();
    }
    return more;
  }

  private boolean overdue() {
    return nanos.getAsLong() - caughtUpNanos >= LONGEST_WAIT.toNanos();
  }

  private void write(List<Unrecorded> threads, Set<String> written, Set<String> gone) {
    writer.appendHistories(
        threads.stream().map(this::wish).toList(),
        new HistoryWish.Outcome() {
          @Override
          public void written(Ref ref) {
            troubles.written(ref.value());
            written.add(ref.value());
          }

          @Override
          public boolean failed(Ref ref, ExchangeWriteException why) {
            if (why.reason() == ExchangeWriteException.Reason.ABSENT) {
              gone.add(ref.value());
              return true;
            }
            return troubles.failed(ref.value(), why, clock.instant());
          }
        });
  }

  private HistoryWish wish(Unrecorded thread) {
    Ref ref = new Ref(thread.ref());
    return new HistoryWish(
        ref,
        recent.asRead(ref).orElse(null),
        history -> DispatchNotes.entries(thread.deliveries(), history, clock.instant()));
  }

  /** After a crash in between they are found unrecorded; what stands there is not added again. */
  private void recorded(List<Unrecorded> threads, Set<String> written) {
    if (!written.isEmpty()) {
      queue.recorded(threads.stream().filter(thread -> written.contains(thread.ref())).toList());
    }
  }

  /**
   * A look at a thread that is back has its history asked for again; one that came back in this
   * very moment may have been looked at before.
   */
  private void postponed(List<Unrecorded> threads, Set<String> gone) {
    if (!gone.isEmpty()) {
      log.debug("Of {} threads that are gone history is not written.", gone.size());
      queue.postponed(threads.stream().filter(thread -> gone.contains(thread.ref())).toList());
      gone.forEach(ref -> changed.again(new Ref(ref), LOOK_AGAIN));
    }
  }
}
