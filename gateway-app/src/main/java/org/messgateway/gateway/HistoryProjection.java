package org.messgateway.gateway;

import java.time.InstantSource;
import java.util.List;
import org.messgateway.api.mess.HistoryEntry;
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

  private final String exchange;
  private final DeliveryQueue queue;
  private final ThreadWriter writer;
  private final InstantSource clock;
  private String lastTrouble = "";

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
    List<Unrecorded> threads = queue.unrecorded(exchange, MANY);
    int written = 0;
    for (Unrecorded thread : threads) {
      if (!write(thread)) {
        return false;
      }
      written++;
    }
    return written == MANY;
  }

  private boolean write(Unrecorded thread) {
    try {
      List<HistoryEntry> entries = DispatchNotes.entries(thread.deliveries(), clock.instant());
      if (!entries.isEmpty()) {
        writer.appendHistory(new Ref(thread.ref()), entries);
      }
      queue.recorded(thread.deliveries().stream().map(DeliveryRow::id).toList());
      recovered();
      return true;
    } catch (ExchangeWriteException e) {
      return troubled(thread, e);
    }
  }

  /** Said once until it changes; the rows stay unrecorded and are written when they can be. */
  private boolean troubled(Unrecorded thread, ExchangeWriteException e) {
    String trouble = String.valueOf(e.getMessage());
    if (!trouble.equals(lastTrouble)) {
      log.error(
          "What became of {} cannot be written into the exchange: {} Deliveries go on, and it is"
              + " written when it can be.",
          thread.ref(),
          trouble);
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
