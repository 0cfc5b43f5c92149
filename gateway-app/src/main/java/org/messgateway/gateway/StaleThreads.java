package org.messgateway.gateway;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.Envelope;
import org.messgateway.api.mess.HistoryEntry;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.queue.DeliveryQueue;
import org.messgateway.gateway.queue.ThreadRow;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Threads that lay undispatched for long when this queue first saw the exchange: held, so that the
 * first start of a gateway does not wake everybody for last month (DESIGN §5, Gentle). {@code
 * replay --held} lets them go.
 */
final class StaleThreads {

  /** Stands in the row of a thread that is held. */
  static final String HELD = "held since the first start";

  private static final Logger log = LoggerFactory.getLogger(StaleThreads.class);

  private final Instant knownSince;
  private final Duration staleAfter;
  private final AtomicInteger held = new AtomicInteger();

  StaleThreads(Instant knownSince, Duration staleAfter) {
    this.knownSince = knownSince;
    this.staleAfter = staleAfter;
  }

  /**
   * Whether it is held: it was before, or it is new to the queue and was old when the queue began.
   */
  boolean holds(LoadedThread loaded, @Nullable ThreadRow row) {
    if (row != null) {
      return held(row);
    }
    boolean stale = old(loaded) && DispatchNotes.delivered(history(loaded)).isEmpty();
    if (stale) {
      held.incrementAndGet();
    }
    return stale;
  }

  /** Whether a thread is held, as the queue remembers it. */
  static boolean held(ThreadRow row) {
    return HELD.equals(row.problem());
  }

  private boolean old(LoadedThread loaded) {
    Envelope envelope = loaded.thread().envelope();
    Instant limit = knownSince.minus(staleAfter);
    Instant created = envelope.created();
    return !envelope.status().ended()
        && created != null
        && created.isBefore(limit)
        && loaded.fingerprint().modified().isBefore(knownSince);
  }

  private static List<HistoryEntry> history(LoadedThread loaded) {
    return loaded.thread().envelope().history();
  }

  /** One line for all that were found since it was last asked. */
  void report() {
    int count = held.getAndSet(0);
    if (count > 0) {
      log.warn(
          "{} older than {} h when this queue began: nobody is told of them. To send them after"
              + " all: ./mess-gateway replay --held",
          count == 1 ? "1 open task was" : count + " open tasks were",
          staleAfter.toHours());
    }
  }

  /** Lets all held threads go: they are looked at again at once. */
  static int release(DeliveryQueue queue, String exchange, Instant now) {
    AtomicInteger released = new AtomicInteger();
    Pages.of(after -> queue.threads(exchange, after, Pages.SIZE), ThreadRow::ref)
        .filter(StaleThreads::held)
        .forEach(row -> {
          queue.note(row.with(null, now));
          released.incrementAndGet();
        });
    return released.get();
  }
}
