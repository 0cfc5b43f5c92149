package org.messgateway.gateway.remote;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Polls for as long as it is open, on a virtual thread, less often while the server does not
 * answer; tells once what is wrong and once that it is over.
 */
final class Polling implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(Polling.class);
  private static final Duration LONGEST = Duration.ofMinutes(5);
  private static final Duration REFUSED = Duration.ofMinutes(1);
  private static final int MOST_DOUBLINGS = 6;

  /** A server that is started anew is no trouble yet. */
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private static final Duration GOODBYE = Duration.ofSeconds(5);

  private final Poll poll;
  private final Duration every;
  private final RemoteTroubles troubles;
  private final LongSupplier nanos;
  private final CountDownLatch closing = new CountDownLatch(1);
  private final Thread thread;
  private volatile boolean reachable = true;
  private int failures;
  private long failingSince;
  private boolean wanting;
  private long wantingSince;
  private String told = "";

  Polling(Poll poll, Duration every, RemoteTroubles troubles, LongSupplier nanos) {
    this.poll = poll;
    this.every = every;
    this.troubles = troubles;
    this.nanos = nanos;
    this.thread = Thread.ofVirtual().name("remote-exchange").unstarted(this::run);
  }

  void start() {
    thread.start();
  }

  /** Whether the server answered when it was last asked. */
  boolean reachable() {
    return reachable;
  }

  private void run() {
    try {
      do {
        Duration wait = turn();
        if (closing.await(wait.toMillis(), TimeUnit.MILLISECONDS)) {
          return;
        }
      } while (!Thread.currentThread().isInterrupted());
    } catch (InterruptedException e) {
      log.debug("Polling was interrupted", e);
    }
  }

  /** Asks once; how long to wait until the next time. */
  Duration turn() {
    try {
      works(poll.turn());
      return every;
    } catch (RemoteException e) {
      return fails(e);
    } catch (RuntimeException e) {
      log.error("Looking at the server's threads failed; it is tried again", e);
      return backOff();
    }
  }

  private void works(Optional<RemoteException> single) {
    if (failures > 0) {
      log.info("The remote exchange answers again.");
    }
    failures = 0;
    reachable = true;
    if (single.isPresent()) {
      single(single.get());
    } else {
      troubles.over();
      told = "";
      wanting = false;
    }
  }

  /** One thread that cannot be had is trouble as well, but nothing waits for it. */
  private void single(RemoteException e) {
    if (!wanting) {
      wanting = true;
      wantingSince = nanos.getAsLong();
    }
    if (nanos.getAsLong() - wantingSince >= PATIENCE.toNanos()) {
      tell(false, e);
    }
  }

  private void tell(boolean refused, RemoteException e) {
    if (!told.equals(e.sentence())) {
      told = e.sentence();
      troubles.wrong(refused, e.sentence(), e.remedy());
    }
  }

  private Duration fails(RemoteException e) {
    if (failures == 0) {
      failingSince = nanos.getAsLong();
      log.warn("{}. It is tried again.", e.sentence());
    }
    failures++;
    reachable = false;
    boolean refused = e.reason() == RemoteException.Reason.REFUSED;
    boolean forLong = nanos.getAsLong() - failingSince >= PATIENCE.toNanos();
    if (refused || forLong) {
      tell(refused, e);
    }
    Duration wait = refused ? longer(REFUSED, backOff()) : backOff();
    Duration wanted = e.after();
    return wanted == null ? wait : longer(wait, wanted);
  }

  private Duration backOff() {
    Duration wait = every.multipliedBy(1L << Math.min(failures, MOST_DOUBLINGS));
    return wait.compareTo(LONGEST) > 0 ? LONGEST : wait;
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) > 0 ? one : other;
  }

  @Override
  public void close() {
    closing.countDown();
    try {
      if (thread.isAlive() && !thread.join(GOODBYE)) {
        thread.interrupt();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
