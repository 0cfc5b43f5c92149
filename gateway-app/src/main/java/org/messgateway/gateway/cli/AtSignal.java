package org.messgateway.gateway.cli;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * At a signal the thread that opened this is interrupted, and the process waits until what it made
 * is closed, or for so long.
 */
final class AtSignal implements AutoCloseable {

  private final CountDownLatch ended = new CountDownLatch(1);

  private AtSignal() {}

  /**
   * Guards the calling thread from now on.
   *
   * @param what ends, as a person calls it; the start of a sentence
   */
  static AtSignal interruptMe(String what, Duration longest) {
    AtSignal guard = new AtSignal();
    Thread here = Thread.currentThread();
    Thread hook = new Thread(() -> guard.end(here, what, longest), "shutdown");
    Runtime.getRuntime().addShutdownHook(hook);
    return guard;
  }

  private void end(Thread running, String what, Duration longest) {
    running.interrupt();
    try {
      if (!ended.await(longest.toMillis(), TimeUnit.MILLISECONDS)) {
        System.err.println(what + " did not end in time.");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** All is closed: the process may go. */
  @Override
  public void close() {
    ended.countDown();
  }
}
