package org.messgateway.adapter.okhttp;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The time limit of whole calls, held for all of them by one thread that looks ten times a second.
 *
 * <p>OkHttp's own timeouts arm and disarm a timer at every read and write, which on virtual threads
 * costs as much as the call. A call ends up to 0.1 s after its limit. Thread-safe; the thread ends
 * some seconds after the last call.
 */
final class CallTimeouts {

  private static final Duration TICK = Duration.ofMillis(100);
  private static final int IDLE_TICKS = 50;

  private final long limitNanos;
  private final Set<CallProgress> underWay = ConcurrentHashMap.newKeySet();
  private final AtomicBoolean watched = new AtomicBoolean();

  /**
   * @param limit from the start of a call to the last byte of its answer
   */
  CallTimeouts(Duration limit) {
    this.limitNanos = limit.toNanos();
  }

  void begin(CallProgress call) {
    call.endAt(System.nanoTime() + limitNanos);
    underWay.add(call);
    watchAgain();
  }

  void end(CallProgress call) {
    underWay.remove(call);
  }

  private void watchAgain() {
    if (!watched.get() && watched.compareAndSet(false, true)) {
      Thread.ofVirtual().name("mess-call-limits").start(this::watch);
    }
  }

  private void watch() {
    try {
      for (int idle = 0; idle < IDLE_TICKS; idle++) {
        Thread.sleep(TICK);
        if (!underWay.isEmpty()) {
          idle = 0;
          cancelOverdue();
        }
      }
    } catch (InterruptedException e) {
      // Nobody interrupts it; if somebody does, the next call starts another.
      Thread.currentThread().interrupt();
    } finally {
      watched.set(false);
    }
    if (!underWay.isEmpty()) {
      watchAgain();
    }
  }

  private void cancelOverdue() {
    long now = System.nanoTime();
    underWay.removeIf(call -> {
      boolean overdue = call.overdue(now);
      if (overdue) {
        call.cut();
      }
      return overdue;
    });
  }
}
