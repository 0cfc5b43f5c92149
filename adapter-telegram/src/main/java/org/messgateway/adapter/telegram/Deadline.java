package org.messgateway.adapter.telegram;

import java.time.Duration;

/** By when an attempt must be over, whatever number of requests it needs. */
record Deadline(long nanoTime) {

  static Deadline in(Duration limit) {
    return new Deadline(System.nanoTime() + limit.toNanos());
  }

  /** Never less than a millisecond: for OkHttp zero means no limit. */
  Duration left() {
    return Duration.ofNanos(Math.max(1_000_000, nanoTime - System.nanoTime()));
  }

  boolean passed() {
    return nanoTime - System.nanoTime() <= 0;
  }
}
