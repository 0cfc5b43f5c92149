package org.messgateway.gateway.exchange;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells a listener which threads of an exchange have changed: at the start all that is not
 * remembered, then each change about as soon as the system tells it. On a platform thread of its
 * own, which survives everything: an exchange whose disk is taken away is waited for.
 */
public final class ExchangeWatcher implements Closeable {

  private static final Logger log = LoggerFactory.getLogger(ExchangeWatcher.class);
  private static final Duration TRY_AGAIN = WatchSession.TICK;
  private static final Duration GOODBYE = Duration.ofSeconds(5);

  private final ExchangeDirectory exchange;
  private final Supplier<WatchSession> sessions;
  private final CountDownLatch ready = new CountDownLatch(1);
  private final CountDownLatch closing = new CountDownLatch(1);
  private final Thread thread;
  private volatile @Nullable WatchSession session;
  private volatile boolean lost;

  ExchangeWatcher(ExchangeDirectory exchange, Supplier<WatchSession> sessions) {
    this.exchange = exchange;
    this.sessions = sessions;
    this.thread = Thread.ofPlatform().daemon().name("exchange-watcher").unstarted(this::run);
  }

  /** Begins; what is there already is reported too. */
  public void start() {
    thread.start();
  }

  /** Waits until everything has been listed once, so that from then on only changes are told. */
  public boolean awaitReady(Duration atMost) throws InterruptedException {
    return ready.await(atMost.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** Whether the exchange can be read; false while its disk is away. */
  public boolean reachable() {
    return !lost;
  }

  private void run() {
    while (!closed()) {
      try {
        turn(TRY_AGAIN);
      } catch (InterruptedException e) {
        log.debug("The watcher was interrupted", e);
      } catch (ClosedWatchServiceException e) {
        drop();
      } catch (IOException | RuntimeException e) {
        log.error("Watching {} failed; it is tried again", exchange.root(), e);
        drop();
        pause(TRY_AGAIN);
      }
    }
    drop();
  }

  private boolean closed() {
    return closing.getCount() == 0;
  }

  /** One round of what the thread does for ever. */
  void turn(Duration longest) throws IOException, InterruptedException {
    WatchSession current = session;
    if (current == null) {
      arrive(longest);
    } else if (!current.turn(longest)) {
      lose();
    } else if (current.listed()) {
      ready.countDown();
    }
  }

  private void arrive(Duration longest) {
    if (!exchange.present()) {
      lose();
      pause(longest);
      return;
    }
    if (lost) {
      log.info("The exchange {} is back", exchange.root());
    }
    lost = false;
    session = sessions.get();
  }

  private void lose() {
    if (!lost) {
      log.error(
          "The exchange {} cannot be read or has no state folders. Is its disk mounted? Nothing is"
              + " withdrawn meanwhile, and it is tried again every {} s.",
          exchange.root(),
          TRY_AGAIN.toSeconds());
    }
    lost = true;
    drop();
  }

  private void drop() {
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

  private void pause(Duration time) {
    try {
      if (closing.await(time.toNanos(), TimeUnit.NANOSECONDS)) {
        log.debug("Closing");
      }
    } catch (InterruptedException e) {
      log.debug("The watcher was interrupted", e);
    }
  }

  /** Ends the watching; waits for the thread. */
  @Override
  public void close() {
    closing.countDown();
    WatchSession current = session;
    if (current != null) {
      close(current);
    }
    try {
      if (thread.isAlive() && !thread.join(GOODBYE)) {
        log.warn("The watcher is still busy after {} s", GOODBYE.toSeconds());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
