package org.messgateway.gateway;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Something done again and again on a thread of its own, usually a virtual one. Outlives its
 * failures, which it tells when they change.
 */
final class Chore implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(Chore.class);
  private static final Duration GOODBYE = Duration.ofSeconds(5);

  /** One turn of it. */
  @FunctionalInterface
  interface Turn {

    /** Returns whether there is more to do at once. */
    boolean run() throws Exception;
  }

  private final String name;
  private final Duration rest;
  private final Turn turn;
  private final CountDownLatch closing = new CountDownLatch(1);
  private final Thread thread;
  private String lastFailure = "";

  Chore(String name, Duration rest, Turn turn) {
    this(name, rest, turn, Thread.ofVirtual());
  }

  /**
   * @param kind of its thread: a platform thread for what waits in the system for most of its time,
   *     where a virtual one would take a carrier with it
   */
  Chore(String name, Duration rest, Turn turn, Thread.Builder kind) {
    this.name = name;
    this.rest = rest;
    this.turn = turn;
    this.thread = kind.name(name).unstarted(this::loop);
  }

  void start() {
    thread.start();
  }

  private void loop() {
    boolean more = false;
    while (more ? closing.getCount() > 0 : !rested()) {
      more = turn();
    }
  }

  /** Whether it is time to end. */
  private boolean rested() {
    try {
      return closing.await(rest.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      return true;
    }
  }

  // Whatever goes wrong in a turn must not end the chore.
  private boolean turn() {
    try {
      boolean more = turn.run();
      lastFailure = "";
      return more;
    } catch (InterruptedException e) {
      closing.countDown();
      return false;
    } catch (Exception e) {
      String failure = e.toString();
      if (!failure.equals(lastFailure)) {
        log.error("{} failed and is tried again: {}", name, e.getMessage(), e);
        lastFailure = failure;
      }
      return false;
    }
  }

  /** Lets the turn under way end. */
  @Override
  public void close() {
    closing.countDown();
    try {
      if (!thread.join(GOODBYE)) {
        thread.interrupt();
        log.warn("{} did not end in {} s and was interrupted.", name, GOODBYE.toSeconds());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
