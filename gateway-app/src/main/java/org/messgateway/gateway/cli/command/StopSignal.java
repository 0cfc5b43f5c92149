package org.messgateway.gateway.cli.command;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.Gateway;
import org.messgateway.gateway.channels.discovery.JarStrikes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A signal stops the gateway, from before it starts: what is in flight is finished before the
 * process may go, also of a start that is under way. The process ends then, whatever threads and
 * shutdown hooks of drop-in jars do. Where code of such a jar ends the process, the launcher is
 * asked to start it again.
 */
public final class StopSignal implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(StopSignal.class);

  /** Also how often at most a gateway is opened anew. */
  private static final Duration LOOK = Duration.ofSeconds(5);

  /** How long the stop may take as a whole. */
  private static final Duration STOP_LIMIT = Duration.ofSeconds(14);

  /** How long other shutdown hooks may take when the gateway has stopped. */
  private static final Duration OTHER_HOOKS = Duration.ofMillis(500);

  /** As after SIGTERM. */
  private static final int TERMINATED = 143;

  /** Asks the launcher to start the program again. */
  private static final int START_AGAIN = 75;

  private final JarStrikes strikes;
  private final AtomicReference<@Nullable Gateway> gateway = new AtomicReference<>();
  private final CountDownLatch stopped = new CountDownLatch(1);
  private final Thread hook;

  public StopSignal(JarStrikes strikes) {
    this.strikes = strikes;
    hook = new Thread(this::stop, "shutdown");
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /** This one, from now on. */
  public void stops(Gateway opened) {
    gateway.set(opened);
  }

  private void stop() {
    int status = strikes.exiting() ? START_AGAIN : TERMINATED;
    Thread.ofPlatform().daemon().name("end").start(() -> end(status));
    log.info("Stopping: what is in flight is finished or handed back.");
    Gateway open = gateway.get();
    if (open != null) {
      open.close();
    }
    log.info("Stopped.");
    stopped.countDown();
    if (status == START_AGAIN) {
      Runtime.getRuntime().halt(status);
    }
  }

  private void end(int status) {
    try {
      if (!stopped.await(STOP_LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
        log.error("The stop took longer than {} s and is cut short.", STOP_LIMIT.toSeconds());
      }
      Thread.sleep(OTHER_HOOKS);
    } catch (InterruptedException e) {
      log.debug("The end was interrupted.", e);
    }
    Runtime.getRuntime().halt(status);
  }

  /**
   * Until it has stopped, or something else ends it, which is looked for now and then.
   *
   * @return whether it has stopped
   */
  public boolean await(BooleanSupplier otherwise) throws InterruptedException {
    while (!stopped.await(LOOK.toMillis(), TimeUnit.MILLISECONDS)) {
      if (looked(otherwise)) {
        return false;
      }
    }
    return true;
  }

  /** An error in a look must not end the gateway. */
  private static boolean looked(BooleanSupplier otherwise) {
    try {
      return otherwise.getAsBoolean();
    } catch (RuntimeException | Error e) {
      log.error("Whether the queue is damaged cannot be told now: {}", e.toString(), e);
      return false;
    }
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
