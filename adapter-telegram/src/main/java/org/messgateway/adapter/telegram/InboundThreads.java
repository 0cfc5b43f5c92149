package org.messgateway.adapter.telegram;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * The virtual threads of the inbound side. At the end no thread is interrupted: a write to the disk
 * completes, and a waiting thread is woken.
 */
final class InboundThreads implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final CountDownLatch end = new CountDownLatch(1);

  /** Runs work on a thread of its own; not after the end. */
  void start(Runnable work) {
    try {
      threads.execute(work);
    } catch (RejectedExecutionException e) {
      // The end came first. What is durable is found again at the next start.
    }
  }

  boolean ended() {
    return end.getCount() == 0;
  }

  /** Waits; false when the end came meanwhile. */
  boolean pause(Duration time) {
    try {
      return !end.await(time.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Starts the end: no new work begins. */
  void end() {
    end.countDown();
    threads.shutdown();
  }

  /** Starts the end and waits a short time for running work. */
  @Override
  public void close() {
    end();
    try {
      if (!threads.awaitTermination(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
        threads.shutdownNow();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
