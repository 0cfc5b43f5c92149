package org.messgateway.gateway.dispatch;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The part of an attempt that may be interrupted and, when that is ignored, given up. Whoever comes
 * first decides: the attempt that leaves, or the one that gives it up.
 */
final class Guard {

  /** Why an attempt was interrupted. */
  enum Halt {
    NONE,
    DEADLINE,
    STOP
  }

  private static final Logger LOG = LoggerFactory.getLogger(Guard.class);

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

  /** By the attempt's thread, before anything that may hang. */
  synchronized void enter() {
    state = State.INSIDE;
    thread = Thread.currentThread();
  }

  /** From here on something may be sent. */
  synchronized void calling() {
    calling = true;
  }

  synchronized boolean wasCalling() {
    return calling;
  }

  /**
   * By the attempt's thread: no interruption reaches it any more, one under way is cleared.
   *
   * @return false when it had been given up
   */
  synchronized boolean leave() {
    boolean inTime = state == State.INSIDE;
    state = State.LEFT;
    thread = null;
    // The flag belongs to what was guarded; what follows must not be cut short by it.
    if (Thread.interrupted()) {
      LOG.trace("An interruption was cleared.");
    }
    return inTime;
  }

  /** Interrupts it, the first time only. */
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
   * Gives it up.
   *
   * @param first done before the attempt could leave, and only if it is still inside
   * @return whether the caller is now the one to settle it
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
