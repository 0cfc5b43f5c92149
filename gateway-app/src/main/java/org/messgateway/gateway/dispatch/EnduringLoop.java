package org.messgateway.gateway.dispatch;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Does one step again and again and outlives its errors: a step that fails is counted, logged and
 * tried again after a growing pause. Only {@link #close()} ends it.
 */
final class EnduringLoop implements AutoCloseable {

  /** One round of work. */
  interface Step {

    /** Returns how long the loop may rest; waking it ends the rest. */
    Duration once() throws InterruptedException;
  }

  private static final Logger LOG = LoggerFactory.getLogger(EnduringLoop.class);
  private static final Duration FIRST_PAUSE = Duration.ofMillis(100);

  private final String name;
  private final Step step;
  private final Duration longestPause;
  private final Timers timers;
  private final Signal work = new Signal();
  private final Signal stop = new Signal();
  private final Thread thread;
  private volatile boolean stopping;
  private final AtomicInteger failures = new AtomicInteger();

  EnduringLoop(String name, Step step, Duration longestPause, Timers timers) {
    this.name = name;
    this.step = step;
    this.longestPause = longestPause;
    this.timers = timers;
    this.thread = Thread.ofVirtual().name(name).unstarted(this::run);
  }

  void start() {
    thread.start();
  }

  /** There may be work; cheap, from any thread. */
  void wake() {
    work.raise();
  }

  /** Failed steps in a row; 0 when the last one went well. */
  int failures() {
    return failures.get();
  }

  private void run() {
    while (!stopping) {
      try {
        Duration rest = step.once();
        failures.set(0);
        if (!stopping) {
          work.await(rest, timers);
        }
      } catch (InterruptedException e) {
        // Nobody interrupts this thread but close(), which has set stopping.
        LOG.debug("{} was interrupted.", name);
      } catch (RuntimeException | Error e) {
        pause(e);
      }
    }
  }

  /** Wake-ups do not shorten it: what fails is not to be hammered. */
  private void pause(Throwable failure) {
    int inARow = failures.incrementAndGet();
    Duration pause = pauseAfter(inARow);
    LOG.error(
        "{} failed {} times in a row; again in {} ms.", name, failures, pause.toMillis(), failure);
    try {
      if (!stopping) {
        stop.await(pause, timers);
      }
    } catch (InterruptedException e) {
      LOG.debug("{} was interrupted in its pause.", name);
    }
  }

  private Duration pauseAfter(int inARow) {
    Duration pause = FIRST_PAUSE.multipliedBy(1L << Math.min(inARow - 1, 16));
    return pause.compareTo(longestPause) > 0 ? longestPause : pause;
  }

  /** Ends after the step under way; waits for it, at most ten seconds. */
  @Override
  public void close() {
    stopping = true;
    work.raise();
    stop.raise();
    try {
      if (!thread.join(Duration.ofSeconds(10))) {
        LOG.warn("{} is still in its step; it is interrupted.", name);
        thread.interrupt();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
