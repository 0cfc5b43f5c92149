package org.messgateway.gateway.exchange;

import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import org.messgateway.gateway.home.BackgroundLoop;

/**
 * Writes history of many threads one by one, eight at the same time: each waits for a server most
 * of the time. For one use.
 */
final class IndividualHistoryWriter {

  private static final int AT_ONCE = 8;

  private final ThreadWriter writer;
  private final HistoryUpdate.HistoryOutcome outcome;
  private final Semaphore places = new Semaphore(AT_ONCE);
  private final AtomicBoolean stopped = new AtomicBoolean();

  IndividualHistoryWriter(ThreadWriter writer, HistoryUpdate.HistoryOutcome outcome) {
    this.writer = writer;
    this.outcome = outcome;
  }

  /** Returns when all started writes have ended. */
  void write(List<HistoryUpdate> updates) {
    try (ExecutorService writers = Executors.newVirtualThreadPerTaskExecutor()) {
      for (HistoryUpdate update : updates) {
        // Each write has its own deadlines.
        places.acquireUninterruptibly();
        BackgroundLoop.progress();
        if (stopped.get() || Thread.currentThread().isInterrupted()) {
          return;
        }
        writers.execute(() -> write(update));
      }
    }
  }

  private void write(HistoryUpdate update) {
    try {
      LoadedThread _ = writer.write(update.ref(), update::addition);
      outcome.written(update.ref());
    } catch (ExchangeWriteException e) {
      failed(update, e);
    } catch (RuntimeException e) {
      failed(update, ExchangeWriteException.mistake(update.ref(), e));
    } finally {
      places.release();
    }
  }

  private void failed(HistoryUpdate update, ExchangeWriteException e) {
    if (!outcome.failed(update.ref(), e)) {
      stopped.set(true);
    }
  }
}
