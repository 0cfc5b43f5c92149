package org.messgateway.gateway.reconcile;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.Envelope;
import org.messgateway.api.mess.HistoryEntry;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.queue.DeliveryQueue;
import org.messgateway.gateway.queue.Paging;
import org.messgateway.gateway.queue.ThreadRow;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds threads that were already old when this queue first saw their exchange, so that the first
 * start of a gateway does not notify people of last month's tasks (docs/rules.md#gentle). {@code
 * replay --held} releases them. Thread-safe.
 */
public final class InitialBacklog {

  /** The problem in the row of a held thread. */
  static final String HELD = "held since the first start";

  private static final Logger log = LoggerFactory.getLogger(InitialBacklog.class);

  private final Instant knownSince;
  private final Duration staleAfter;
  private final InstantSource clock;
  private final AtomicInteger held = new AtomicInteger();

  /**
   * @param knownSince when the queue first saw the exchange
   * @param staleAfter the age from which a task is old
   */
  public InitialBacklog(Instant knownSince, Duration staleAfter, InstantSource clock) {
    this.knownSince = knownSince;
    this.staleAfter = staleAfter;
    this.clock = clock;
  }

  /**
   * Whether a thread is held: its row says so, or it has no row and was old when the queue began.
   */
  boolean holds(LoadedThread loaded, @Nullable ThreadRow row) {
    if (row != null) {
      return held(row);
    }
    boolean stale = isOld(loaded) && DispatchHistory.delivered(history(loaded)).isEmpty();
    if (stale) {
      held.incrementAndGet();
    }
    return stale;
  }

  /** Whether a row is that of a held thread. */
  static boolean held(ThreadRow row) {
    return HELD.equals(row.problem());
  }

  /** Whether a thread, which has no row, was old when the queue began. */
  boolean isOld(LoadedThread loaded) {
    Envelope envelope = loaded.thread().envelope();
    Instant since = since();
    Instant created = envelope.created();
    return !envelope.status().ended()
        && created != null
        && created.isBefore(since.minus(staleAfter))
        && loaded.fingerprint().modified().isBefore(since);
  }

  /** A queue that began by a clock that was ahead would hold all that comes until then. */
  private Instant since() {
    Instant now = clock.instant();
    return now.isBefore(knownSince) ? now : knownSince;
  }

  private static List<HistoryEntry> history(LoadedThread loaded) {
    return loaded.thread().envelope().history();
  }

  /** Logs one line about the threads held since the last call. */
  public void report() {
    int count = held.getAndSet(0);
    if (count > 0) {
      log.warn(
          "{} older than {} h when this queue began: nobody is told of them. To send them after"
              + " all: ./mess-gateway replay --held",
          count == 1 ? "1 open task was" : count + " open tasks were",
          staleAfter.toHours());
    }
  }

  /** Releases all held threads of an exchange; they are reconciled at once. Returns how many. */
  public static int release(DeliveryQueue queue, String exchange, Instant now) {
    AtomicInteger released = new AtomicInteger();
    Paging.of(after -> queue.threads(exchange, after, Paging.SIZE), ThreadRow::ref)
        .filter(InitialBacklog::held)
        .forEach(row -> {
          queue.storeThread(row.with(null, now));
          released.incrementAndGet();
        });
    return released.get();
  }
}
