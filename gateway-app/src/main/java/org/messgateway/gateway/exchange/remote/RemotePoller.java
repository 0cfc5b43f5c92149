package org.messgateway.gateway.exchange.remote;

import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.messgateway.gateway.home.BackgroundLoop;
import org.messgateway.gateway.home.Backoff;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Polls the server on a virtual thread until it is closed, less often while the server does not
 * answer. Reports a trouble once, and once its end.
 */
final class RemotePoller implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(RemotePoller.class);
  private static final Duration LONGEST = Duration.ofMinutes(5);
  private static final Duration LONGEST_POLL = Duration.ofMinutes(10);
  private static final Duration REFUSED = Duration.ofMinutes(1);

  /** Longest back-off in poll intervals: about one minute at an interval of one second. */
  private static final int MAX_BACKOFF_FACTOR = 64;

  /** A restart of the server, shorter than this, is no trouble. */
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final RemotePoll poll;
  private final Duration every;
  private final Backoff pauses;
  private final RemoteTroubles troubles;
  private final LongSupplier nanos;
  private final BackgroundLoop loop;
  private volatile boolean reachable = true;
  private int failures;
  private long failingSince;
  private boolean wanting;
  private long wantingSince;
  private String told = "";

  RemotePoller(RemotePoll poll, Duration every, RemoteTroubles troubles, LongSupplier nanos) {
    this.poll = poll;
    this.every = every;
    this.pauses = new Backoff(every, shorter(LONGEST, every.multipliedBy(MAX_BACKOFF_FACTOR)));
    this.troubles = troubles;
    this.nanos = nanos;
    // A poll may fetch large files from a slow server.
    this.loop =
        BackgroundLoop.stepping("remote-exchange", this::turn, LONGEST)
            .mayBeSilentFor(LONGEST_POLL);
  }

  void start() {
    loop.start();
  }

  /** The loop of the polls. */
  BackgroundLoop loop() {
    return loop;
  }

  /** Whether the server answered the last poll. */
  boolean reachable() {
    return reachable;
  }

  /** Polls once and returns the pause until the next poll. */
  Duration turn() {
    try {
      recovered(poll.turn());
      return every;
    } catch (RemoteException e) {
      return fails(e);
    } catch (RuntimeException e) {
      log.error("Looking at the server's threads failed; it is tried again", e);
      return backOff();
    }
  }

  private void recovered(Optional<RemoteException> single) {
    if (failures > 0) {
      log.info("The remote exchange answers again.");
    }
    failures = 0;
    reachable = true;
    if (single.isPresent()) {
      threadFailed(single.get());
    } else {
      troubles.over();
      told = "";
      wanting = false;
    }
  }

  /** A thread that cannot be fetched is a trouble too, and delays no other thread. */
  private void threadFailed(RemoteException e) {
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

  /** The poll interval, doubled by each failure in a row. */
  private Duration backOff() {
    return pauses.after(failures + 1);
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) > 0 ? one : other;
  }

  @Override
  public void close() {
    loop.close();
  }
}
