package org.messgateway.adapter.telegram;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * The virtual threads of the way back, and their end. Nobody is interrupted: whoever is just
 * writing to the disk finishes; whoever waits is woken.
 */
final class Life implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final CountDownLatch end = new CountDownLatch(1);

  /** Runs it on a thread of its own; not at all once the end has come. */
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

  /** Nobody begins anything any more. */
  void end() {
    end.countDown();
    threads.shutdown();
  }

  /** Ends, and waits a little for what is under way. */
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
