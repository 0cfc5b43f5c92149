package org.messgateway.gateway.cli;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.messgateway.gateway.Gateway;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A signal stops the gateway, from before it starts: what is in flight is finished before the
 * process may go, also of a start that is under way.
 */
final class StopAtSignal implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(StopAtSignal.class);

  /** Also how often at most a gateway is opened anew. */
  private static final Duration LOOK = Duration.ofSeconds(5);

  private final CountDownLatch stopped = new CountDownLatch(1);
  private final Thread hook;

  StopAtSignal(Gateway gateway) {
    hook = new Thread(() -> stop(gateway), "shutdown");
    Runtime.getRuntime().addShutdownHook(hook);
  }

  private void stop(Gateway gateway) {
    log.info("Stopping: what is in flight is finished or handed back.");
    gateway.close();
    log.info("Stopped.");
    stopped.countDown();
  }

  /**
   * Until it has stopped, or something else ends it, which is looked for now and then.
   *
   * @return whether it has stopped
   */
  boolean await(BooleanSupplier otherwise) throws InterruptedException {
    while (!stopped.await(LOOK.toMillis(), TimeUnit.MILLISECONDS)) {
      if (otherwise.getAsBoolean()) {
        return false;
      }
    }
    return true;
  }

  /** No signal is waited for any more: it has come, or the gateway could not start. */
  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException ending) {
      log.debug("The process is ending.", ending);
    }
  }
}
