package org.messgateway.gateway.exchange.watch;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.messgateway.gateway.exchange.ExchangeDirectory;
import org.messgateway.gateway.home.BackgroundLoop;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches an exchange and passes the refs of changed threads to a listener: at the start all that
 * differ from what a store remembers, later each change as soon as the system reports it. Runs on a
 * platform thread of its own, which survives every failure; while the exchange's disk is absent it
 * tries again every five seconds.
 */
public final class ExchangeWatcher implements Closeable {

  private static final Logger log = LoggerFactory.getLogger(ExchangeWatcher.class);
  private static final Duration RETRY_INTERVAL = WatchSession.TICK;
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);

  private final ExchangeDirectory exchange;
  private final Supplier<WatchSession> sessions;
  private final CountDownLatch ready = new CountDownLatch(1);
  private final CountDownLatch closing = new CountDownLatch(1);
  private final BackgroundLoop loop;
  private volatile @Nullable WatchSession session;
  private volatile boolean unreachable;

  public ExchangeWatcher(ExchangeDirectory exchange, Supplier<WatchSession> sessions) {
    this.exchange = exchange;
    this.sessions = sessions;
    this.loop =
        BackgroundLoop.stepping("exchange-watcher", this::step, RETRY_INTERVAL)
            .onPlatformThread()
            .atLast(this::dropSession);
  }

  /** Starts the thread; existing threads are reported too. */
  public void start() {
    loop.start();
  }

  /** Waits until all state folders have been listed once; returns false after the given time. */
  public boolean awaitReady(Duration atMost) throws InterruptedException {
    return ready.await(atMost.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** Whether the exchange can be read; false while its disk is absent. */
  public boolean reachable() {
    return !unreachable;
  }

  /** The loop that watches. */
  public BackgroundLoop loop() {
    return loop;
  }

  private Duration step() throws InterruptedException {
    boolean whole = false;
    try {
      turn(RETRY_INTERVAL);
      whole = true;
    } catch (ClosedWatchServiceException e) {
      log.debug("The watches of {} were closed", exchange.root(), e);
    } catch (IOException | RuntimeException e) {
      log.error("Watching {} failed; it is tried again: {}", exchange.root(), e.toString(), e);
      pause(RETRY_INTERVAL);
    } finally {
      if (!whole) {
        // Whatever failed, a new session compares everything.
        dropSession();
      }
    }
    return Duration.ZERO;
  }

  /** One round of the thread's loop. */
  void turn(Duration longest) throws IOException, InterruptedException {
    WatchSession current = session;
    if (current == null) {
      openSession(longest);
    } else if (!current.turn(longest)) {
      loseExchange();
    } else if (current.listed()) {
      ready.countDown();
    }
  }

  private void openSession(Duration longest) throws InterruptedException {
    if (!exchange.present()) {
      loseExchange();
      pause(longest);
      return;
    }
    if (unreachable) {
      log.info("The exchange {} is back", exchange.root());
    }
    unreachable = false;
    session = sessions.get();
  }

  private void loseExchange() {
    if (!unreachable) {
      log.error(
          "The exchange {} cannot be read or has no state folders. Is its disk mounted? Nothing is"
              + " withdrawn meanwhile, and it is tried again every {} s.",
          exchange.root(),
          RETRY_INTERVAL.toSeconds());
    }
    unreachable = true;
    dropSession();
  }

  private void dropSession() {
    WatchSession current = session;
    session = null;
    if (current != null) {
      close(current);
    }
  }

  private static void close(WatchSession current) {
    try {
      current.close();
    } catch (IOException e) {
      log.warn("Watching could not be ended cleanly: {}", e.toString());
    }
  }

  private void pause(Duration time) throws InterruptedException {
    if (closing.await(time.toNanos(), TimeUnit.NANOSECONDS)) {
      log.debug("Closing");
    }
  }

  /** No change is seen any more; returns at once. */
  public void stop() {
    closing.countDown();
    loop.stop();
    WatchSession current = session;
    if (current != null) {
      close(current);
    }
  }

  /** Stops watching; waits up to five seconds for the thread. */
  @Override
  public void close() {
    stop();
    loop.awaitEnd(CLOSE_TIMEOUT);
  }
}
