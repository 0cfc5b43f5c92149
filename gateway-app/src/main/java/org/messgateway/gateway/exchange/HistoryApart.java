package org.messgateway.gateway.exchange;

import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * History of many threads, each written by itself: several at once, since each waits for an answer
 * from far away most of the time. For one use.
 */
final class HistoryApart {

  private static final int AT_ONCE = 8;

  private final ThreadWriter writer;
  private final HistoryWish.Outcome outcome;
  private final Semaphore places = new Semaphore(AT_ONCE);
  private final AtomicBoolean refused = new AtomicBoolean();

  HistoryApart(ThreadWriter writer, HistoryWish.Outcome outcome) {
    this.writer = writer;
    this.outcome = outcome;
  }

  /** Returns when all that were begun have ended. */
  void write(List<HistoryWish> wishes) {
    try (ExecutorService writers = Executors.newVirtualThreadPerTaskExecutor()) {
      for (HistoryWish wish : wishes) {
        // Whoever writes has deadlines of its own.
        places.acquireUninterruptibly();
        if (refused.get() || Thread.currentThread().isInterrupted()) {
          return;
        }
        writers.execute(() -> write(wish));
      }
    }
  }

  private void write(HistoryWish wish) {
    try {
      writer.appendHistory(wish.ref(), wish.lacking());
      outcome.written(wish.ref());
    } catch (ExchangeWriteException e) {
      failed(wish, e);
    } catch (RuntimeException e) {
      failed(wish, ExchangeWriteException.mistake(wish.ref(), e));
    } finally {
      places.release();
    }
  }

  private void failed(HistoryWish wish, ExchangeWriteException e) {
    if (!outcome.failed(wish.ref(), e)) {
      refused.set(true);
    }
  }
}
