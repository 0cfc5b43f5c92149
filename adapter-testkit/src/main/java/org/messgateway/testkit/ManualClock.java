package org.messgateway.testkit;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;

/** A clock that only a test moves. Thread-safe. */
public final class ManualClock implements InstantSource {

  private final AtomicReference<Instant> now;

  private ManualClock(Instant start) {
    this.now = new AtomicReference<>(start);
  }

  /** A clock that starts at an ISO 8601 instant: {@code 2026-11-20T12:00:00Z}. */
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

  /** Moves the clock forward and returns the new instant. */
  public Instant advance(Duration by) {
    return now.updateAndGet(instant -> instant.plus(by));
  }

  /** Sets the clock, also backwards, as the clocks of machines do. */
  public void set(Instant instant) {
    now.set(instant);
  }
}
