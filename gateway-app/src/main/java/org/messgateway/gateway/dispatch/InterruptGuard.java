package org.messgateway.gateway.dispatch;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides who settles an attempt: its own thread when it leaves the guarded section in time, or the
 * thread that gives the attempt up after an ignored interruption. The first of both wins.
 * Thread-safe.
 */
final class InterruptGuard {

  /** Why an attempt was interrupted. */
  enum Halt {
    NONE,
    DEADLINE,
    STOP
  }

  private static final Logger LOG = LoggerFactory.getLogger(InterruptGuard.class);

  private enum State {
    OUTSIDE,
    INSIDE,
    GIVEN_UP,
    LEFT
  }

  private State state = State.OUTSIDE;
  private Halt halt = Halt.NONE;
  private @Nullable Thread thread;
  private boolean calling;

  /** Called by the attempt's thread before any call that may hang. */
  synchronized void enter() {
    state = State.INSIDE;
    thread = Thread.currentThread();
  }

  /** Called right before the adapter; from now on the message may be sent. */
  synchronized void calling() {
    calling = true;
  }

  synchronized boolean wasCalling() {
    return calling;
  }

  /**
   * Called by the attempt's thread after the adapter. No interruption reaches the thread any more,
   * and a pending one is cleared.
   *
   * @return false when the attempt was given up before
   */
  synchronized boolean leave() {
    boolean inTime = state == State.INSIDE;
    state = State.LEFT;
    thread = null;
    // The flag belongs to the guarded section and must not interrupt the settlement.
    if (Thread.interrupted()) {
      LOG.trace("An interruption was cleared.");
    }
    return inTime;
  }

  /** Interrupts the attempt's thread, once. */
  synchronized void halt(Halt why) {
    if (state == State.INSIDE && halt == Halt.NONE && thread != null) {
      halt = why;
      thread.interrupt();
    }
  }

  synchronized Halt halted() {
    return halt;
  }

  /**
   * Gives the attempt up.
   *
   * @param first runs before the attempt's thread can leave, and only while it is inside
   * @return whether the caller has to settle the attempt
   */
  synchronized boolean giveUp(Runnable first) {
    boolean inside = state == State.INSIDE;
    if (inside) {
      state = State.GIVEN_UP;
      first.run();
    }
    return inside;
  }
}
