package org.messgateway.gateway;

import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
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
 * never on the way of a delivery: while many are under way it waits, since each thread costs two
 * flushes of the disk that the queue flushes to, too.
 */
final class HistoryProjection {

  private static final Logger log = LoggerFactory.getLogger(HistoryProjection.class);

  /** Threads a turn; more wait for the next. */
  private static final int MANY = 256;

  /** Flushes of different files go into one commit of the file system's journal. */
  private static final int AT_ONCE = 8;

  /** However many deliveries are under way, history is put off no longer than this. */
  static final Duration LONGEST_WAIT = Duration.ofSeconds(10);

  private final String exchange;
  private final DeliveryQueue queue;
  private final ThreadWriter writer;
  private final InstantSource clock;
  private final BooleanSupplier busy;
  private final LongSupplier nanos;
  private long idleNanos;
  private String lastTrouble = "";

  /**
   * @param busy whether many deliveries are under way just now
   * @param nanos elapsed time
   */
  HistoryProjection(
      String exchange,
      DeliveryQueue queue,
      ThreadWriter writer,
      InstantSource clock,
      BooleanSupplier busy,
      LongSupplier nanos) {
    this.exchange = exchange;
    this.queue = queue;
    this.writer = writer;
    this.clock = clock;
    this.busy = busy;
    this.nanos = nanos;
    this.idleNanos = nanos.getAsLong();
  }

  /**
   * One turn.
   *
   * @return whether more is waiting
   */
  boolean turn() throws InterruptedException {
    if (waits()) {
      return false;
    }
    List<Unrecorded> threads = queue.unrecorded(exchange, MANY);
    Queue<Unrecorded> written = new ConcurrentLinkedQueue<>();
    try {
      write(threads, written);
    } finally {
      recorded(written);
    }
    return threads.size() == MANY && written.size() == MANY;
  }

  private boolean waits() {
    long now = nanos.getAsLong();
    if (!busy.getAsBoolean()) {
      idleNanos = now;
    }
    return idleNanos != now && now - idleNanos < LONGEST_WAIT.toNanos();
  }

  /** Returns when all that were begun have ended; begins no more after the first trouble. */
  private void write(List<Unrecorded> threads, Queue<Unrecorded> written)
      throws InterruptedException {
    Semaphore places = new Semaphore(AT_ONCE);
    Queue<Unrecorded> failed = new ConcurrentLinkedQueue<>();
    try (ExecutorService writers = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Unrecorded thread : threads) {
        // A write takes milliseconds; a disk that hangs holds up history, and nothing else.
        places.acquire();
        if (!failed.isEmpty()) {
          return;
        }
        writers.execute(() -> {
          try {
            (write(thread) ? written : failed).add(thread);
          } finally {
            places.release();
          }
        });
      }
    }
  }

  private boolean write(Unrecorded thread) {
    try {
      List<HistoryEntry> entries = DispatchNotes.entries(thread.deliveries(), clock.instant());
      if (!entries.isEmpty()) {
        writer.appendHistory(new Ref(thread.ref()), entries);
      }
      recovered();
      return true;
    } catch (ExchangeWriteException e) {
      return troubled(thread, e);
    }
  }

  /** After a crash in between they are found unrecorded; what stands there is not added again. */
  private void recorded(Queue<Unrecorded> written) {
    if (!written.isEmpty()) {
      queue.recorded(
          written.stream()
              .flatMap(thread -> thread.deliveries().stream())
              .map(DeliveryRow::id)
              .toList());
    }
  }

  /** Said once until it changes; the rows stay unrecorded and are written when they can be. */
  private synchronized boolean troubled(Unrecorded thread, ExchangeWriteException e) {
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

  private synchronized void recovered() {
    if (!lastTrouble.isEmpty()) {
      log.info("The exchange can be written again.");
      lastTrouble = "";
    }
  }
}
