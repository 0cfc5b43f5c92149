package org.messgateway.adapter.telegram;

import java.time.Duration;

/** The end of an attempt's time limit, shared by all its requests. */
record AttemptDeadline(long nanoTime) {

  static AttemptDeadline in(Duration limit) {
    return new AttemptDeadline(System.nanoTime() + limit.toNanos());
  }

  /** The remaining time, at least 1 ms, because 0 means no limit for OkHttp. */
  Duration left() {
    return Duration.ofNanos(Math.max(1_000_000, nanoTime - System.nanoTime()));
  }

  boolean passed() {
    return nanoTime - System.nanoTime() <= 0;
  }
}
