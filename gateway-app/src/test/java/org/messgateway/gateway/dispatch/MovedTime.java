package org.messgateway.gateway.dispatch;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Time that stands still until a test moves it; alarms ring on the moving thread. */
final class MovedTime implements Timers, InstantSource {

  private static final Instant START = Instant.parse("2026-11-20T12:00:00Z");

  private final PriorityQueue<Ring> rings =
      new PriorityQueue<>(
          Comparator.comparingLong((Ring ring) -> ring.at).thenComparingLong(ring -> ring.number));
  private final Set<Thread> threads = ConcurrentHashMap.newKeySet();
  private long nanos;
  private long slept;
  private long numbers;

  private final class Ring implements Alarm {
    private final long at;
    private final long number;
    private final Runnable action;

    Ring(long at, long number, Runnable action) {
      this.at = at;
      this.number = number;
      this.action = action;
    }

    @Override
    public void cancel() {
      synchronized (MovedTime.this) {
        rings.remove(this);
      }
    }
  }

  @Override
  public synchronized long nanos() {
    return nanos;
  }

  @Override
  public synchronized Instant instant() {
    return START.plusNanos(nanos + slept);
  }

  @Override
  public Alarm after(Duration delay, Runnable action) {
    threads.add(Thread.currentThread());
    synchronized (this) {
      Ring ring = new Ring(nanos + delay.toNanos(), numbers++, action);
      if (delay.isPositive()) {
        rings.add(ring);
        return ring;
      }
    }
    action.run();
    return () -> {};
  }

  /** Both clocks move, and what becomes due rings in order. */
  void advance(Duration by) {
    long end = nanos() + by.toNanos();
    for (Ring ring = next(end); ring != null; ring = next(end)) {
      ring.action.run();
    }
    synchronized (this) {
      nanos = Math.max(nanos, end);
    }
  }

  private synchronized @Nullable Ring next(long end) {
    Ring first = rings.peek();
    if (first == null || first.at > end) {
      return null;
    }
    nanos = Math.max(nanos, first.at);
    return rings.remove();
  }

  /** Somebody sets the clock, ahead or back. */
  void setClock(Duration by) {
    sleepMachine(by);
  }

  /** The machine sleeps: the clock goes on, the process does not. */
  synchronized void sleepMachine(Duration by) {
    slept += by.toNanos();
  }

  /** Those that asked for an alarm and have not ended: time must not run away from them. */
  Set<Thread> threads() {
    threads.removeIf(thread -> thread.getState() == Thread.State.TERMINATED);
    return threads;
  }

  synchronized int alarms() {
    return rings.size();
  }
}
