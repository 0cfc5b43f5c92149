package org.messgateway.testkit;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;

/** A clock that stands still until a test moves it. Safe for many threads. */
public final class ManualClock implements InstantSource {

  private final AtomicReference<Instant> now;

  private ManualClock(Instant start) {
    this.now = new AtomicReference<>(start);
  }

  public static ManualClock at(Instant start) {
    return new ManualClock(start);
  }

  /** A clock that starts at a time written as ISO 8601: {@code 2026-11-20T12:00:00Z}. */
  public static ManualClock at(String start) {
    return at(Instant.parse(start));
  }

  @Override
  public Instant instant() {
    return now.get();
  }

  /** Moves on, and answers what time it is then. */
  public Instant advance(Duration by) {
    return now.updateAndGet(instant -> instant.plus(by));
  }

  /** Jumps, backwards too: clocks of machines do that. */
  public void set(Instant instant) {
    now.set(instant);
  }
}
