package org.messgateway.gateway.dispatch;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * The attempts that are not settled. While there are any, one alarm looks after the time limits of
 * all of them, instead of an alarm for each. Thread-safe.
 */
final class UnsettledAttempts {

  /** Limits are seen so much too late at most; those that were known at the last look, at once. */
  private static final Duration LOOK = Duration.ofMillis(100);

  private final ActiveSet<Attempt> attempts = new ActiveSet<>();
  private final AtomicBoolean looking = new AtomicBoolean();
  private final Timers timers;
  private final Duration look;

  /**
   * @param shortest limit of an attempt
   */
  UnsettledAttempts(Timers timers, Duration shortest) {
    this.timers = timers;
    this.look = shortest.compareTo(LOOK) < 0 ? shortest : LOOK;
  }

  void add(Attempt attempt) {
    attempts.add(attempt);
    lookIn(look);
  }

  void remove(Attempt attempt) {
    attempts.remove(attempt);
  }

  int count() {
    return attempts.count();
  }

  void forEach(Consumer<Attempt> action) {
    attempts.forEach(action);
  }

  /** As {@link ActiveSet#awaitEmpty}. */
  boolean awaitEmpty(Duration most) throws InterruptedException {
    return attempts.awaitEmpty(most, timers);
  }

  private void lookIn(Duration delay) {
    if (looking.compareAndSet(false, true)) {
      timers.after(delay, this::look);
    }
  }

  /** On the timers' thread. */
  private void look() {
    long now = timers.nanos();
    long[] next = {look.toNanos()};
    attempts.forEach(attempt -> next[0] = Math.min(next[0], attempt.look(now)));
    looking.set(false);
    if (attempts.count() > 0) {
      lookIn(Duration.ofNanos(Math.max(next[0], 1)));
    }
  }
}
