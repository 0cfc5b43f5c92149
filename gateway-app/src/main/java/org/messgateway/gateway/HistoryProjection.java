package org.messgateway.gateway;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.messgateway.gateway.exchange.ExchangeWriteException;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.ThreadWriter;
import org.messgateway.gateway.queue.DeliveryQueue;
import org.messgateway.gateway.queue.DeliveryRow;
import org.messgateway.gateway.queue.Unrecorded;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes what became of deliveries into the threads' history: from rows that are settled and not
 * yet recorded, so that a crash between the two loses nothing; a little later and several at once,
 * never on the way of a delivery.
 */
final class HistoryProjection {

  private static final Logger log = LoggerFactory.getLogger(HistoryProjection.class);

  /** Threads a turn; more wait for the next. */
  private static final int MANY = 256;

  /** How long a thread rests into which nothing could be written. */
  private static final Duration REST = Duration.ofSeconds(30);

  private final String exchange;
  private final DeliveryQueue queue;
  private final ThreadWriter writer;
  private final InstantSource clock;
  private final Map<String, Resting> resting = new HashMap<>();
  private String lastTrouble = "";

  /** A thread that is passed over for a while, so that it holds up no other. */
  private record Resting(Instant until, String trouble) {}

  HistoryProjection(
      String exchange, DeliveryQueue queue, ThreadWriter writer, InstantSource clock) {
    this.exchange = exchange;
    this.queue = queue;
    this.writer = writer;
    this.clock = clock;
  }

  /**
   * One turn.
   *
   * @return whether more is waiting
   */
  boolean turn() {
    Instant now = clock.instant();
    List<Unrecorded> threads = queue.unrecorded(exchange, MANY + resting.size());
    resting.keySet().retainAll(threads.stream().map(Unrecorded::ref).toList());
    int written = 0;
    for (Unrecorded thread : threads) {
      if (rests(thread, now)) {
        continue;
      }
      if (!write(thread, now)) {
        return false;
      }
      written++;
    }
    return written >= MANY;
  }

  private boolean rests(Unrecorded thread, Instant now) {
    Resting rest = resting.get(thread.ref());
    return rest != null && now.isBefore(rest.until());
  }

  /** False when nothing at all can be written now. */
  private boolean write(Unrecorded thread, Instant now) {
    try {
      writer.appendHistory(
          new Ref(thread.ref()),
          history -> DispatchNotes.entries(thread.deliveries(), history, now));
      queue.recorded(thread.deliveries().stream().map(DeliveryRow::id).toList());
      resting.remove(thread.ref());
      recovered();
      return true;
    } catch (ExchangeWriteException e) {
      return switch (e.reason()) {
        case ABSENT, NOT_WHOLE, BUSY, NOT_PERMITTED, FAILED -> rest(thread, e, now);
        case DISK_FULL, READ_ONLY -> troubled(thread, e);
      };
    }
  }

  /** The trouble of this one thread, said once; the others go on. */
  private boolean rest(Unrecorded thread, ExchangeWriteException e, Instant now) {
    String trouble = String.valueOf(e.getMessage());
    Resting before = resting.put(thread.ref(), new Resting(now.plus(REST), trouble));
    if (before == null || !before.trouble().equals(trouble)) {
      log.warn(
          "What became of {} cannot be written into it: {}. It is written when it can be.",
          thread.ref(),
          trouble);
    }
    return true;
  }

  /** Said once until it changes; the rows stay unrecorded and are written when they can be. */
  private boolean troubled(Unrecorded thread, ExchangeWriteException e) {
    String trouble = String.valueOf(e.reason());
    if (!trouble.equals(lastTrouble)) {
      log.error(
          "What became of {} cannot be written into the exchange: {} Deliveries go on, and it is"
              + " written when it can be.",
          thread.ref(),
          e.getMessage());
      lastTrouble = trouble;
    }
    return false;
  }

  private void recovered() {
    if (!lastTrouble.isEmpty()) {
      log.info("The exchange can be written again.");
      lastTrouble = "";
    }
  }
}
