package org.messgateway.gateway;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.messgateway.api.mess.HistoryEntry;
import org.messgateway.gateway.exchange.ExchangeWriteException;
import org.messgateway.gateway.exchange.LoadedThread;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.exchange.ThreadWriter;
import org.messgateway.gateway.queue.DeliveryQueue;
import org.messgateway.gateway.queue.Unrecorded;

/**
 * Writes what became of deliveries into the threads' history: from rows that are settled and not
 * yet recorded, so that a crash between the two loses nothing; a little later and several at once,
 * never on the way of a delivery: while many are under way it waits, since each thread costs two
 * flushes of the disk that the queue flushes to, too.
 */
final class HistoryProjection {

  /** Threads a turn; more wait for the next. */
  private static final int MANY = 256;

  /**
   * They share flushes of their folder, and commits of the file system's journal; more at once
   * would be felt by what is delivered meanwhile.
   */
  private static final int AT_ONCE = 8;

  /** However many deliveries are under way, history is put off no longer than this. */
  static final Duration LONGEST_WAIT = Duration.ofSeconds(10);

  private final String exchange;
  private final DeliveryQueue queue;
  private final ThreadWriter writer;
  private final LoadedThreads recent;
  private final InstantSource clock;
  private final BooleanSupplier busy;
  private final LongSupplier nanos;
  private final HistoryTroubles troubles = new HistoryTroubles();
  private long idleNanos;

  /**
   * @param busy whether many deliveries are under way just now
   * @param nanos elapsed time
   */
  HistoryProjection(
      String exchange,
      DeliveryQueue queue,
      ThreadWriter writer,
      LoadedThreads recent,
      InstantSource clock,
      BooleanSupplier busy,
      LongSupplier nanos) {
    this.exchange = exchange;
    this.queue = queue;
    this.writer = writer;
    this.recent = recent;
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
    boolean later = busy.getAsBoolean();
    if (later && !overdue()) {
      return false;
    }
    idleNanos = later ? idleNanos : nanos.getAsLong();
    Instant now = clock.instant();
    List<Unrecorded> threads = queue.unrecorded(exchange, MANY + troubles.resting());
    troubles.retain(threads.stream().map(Unrecorded::ref).toList());
    Queue<Unrecorded> written = new ConcurrentLinkedQueue<>();
    try {
      write(
          threads.stream().filter(thread -> !troubles.rests(thread.ref(), now)).toList(), written);
    } finally {
      recorded(written);
    }
    // What is overdue goes a page at a time, with a rest in between that belongs to deliveries.
    return !later && written.size() >= MANY;
  }

  private boolean overdue() {
    return nanos.getAsLong() - idleNanos >= LONGEST_WAIT.toNanos();
  }

  /**
   * Returns when all that were begun have ended; begins no more once the exchange takes nothing.
   */
  private void write(List<Unrecorded> threads, Queue<Unrecorded> written)
      throws InterruptedException {
    Semaphore places = new Semaphore(AT_ONCE);
    AtomicBoolean refused = new AtomicBoolean();
    try (ExecutorService writers = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Unrecorded thread : threads) {
        // A write takes milliseconds; a disk that hangs holds up history, and nothing else.
        places.acquire();
        if (refused.get()) {
          return;
        }
        writers.execute(() -> {
          try {
            write(thread, written, refused);
          } finally {
            places.release();
          }
        });
      }
    }
  }

  private void write(Unrecorded thread, Queue<Unrecorded> written, AtomicBoolean refused) {
    Instant now = clock.instant();
    try {
      append(
          new Ref(thread.ref()),
          history -> DispatchNotes.entries(thread.deliveries(), history, now));
      troubles.written(thread.ref());
      written.add(thread);
    } catch (ExchangeWriteException e) {
      if (!troubles.failed(thread.ref(), e, now)) {
        refused.set(true);
      }
    }
  }

  private void append(Ref ref, Function<List<HistoryEntry>, List<HistoryEntry>> lacking)
      throws ExchangeWriteException {
    Optional<LoadedThread> read = recent.unchanged(ref);
    if (read.isPresent()) {
      writer.appendHistory(read.get(), lacking);
    } else {
      writer.appendHistory(ref, lacking);
    }
  }

  /** After a crash in between they are found unrecorded; what stands there is not added again. */
  private void recorded(Queue<Unrecorded> written) {
    if (!written.isEmpty()) {
      queue.recorded(written);
    }
  }
}
