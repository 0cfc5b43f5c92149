package org.messgateway.gateway.cli.command;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * At a signal the thread that opened this is interrupted, and the process waits until what it made
 * is closed, or for so long.
 */
public final class ShutdownSignal implements AutoCloseable {

  private final CountDownLatch ended = new CountDownLatch(1);

  private ShutdownSignal() {}

  /**
   * Guards the calling thread from now on.
   *
   * @param what name of the program part that ends; the start of a sentence
   */
  public static ShutdownSignal interruptMe(String what, Duration longest) {
    ShutdownSignal guard = new ShutdownSignal();
    Thread here = Thread.currentThread();
    Thread hook = new Thread(() -> guard.end(here, what, longest), "shutdown");
    Runtime.getRuntime().addShutdownHook(hook);
    return guard;
  }

  private void end(Thread running, String what, Duration longest) {
    running.interrupt();
    try {
      if (!ended.await(longest.toMillis(), TimeUnit.MILLISECONDS)) {
        TerminalWriter.err().println(what + " did not end in time.");
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
