package org.messgateway.gateway.queue;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;

/** A clock that stands still until a test moves it. */
public final class MovableClock implements InstantSource {

  public static final Instant START = Instant.parse("2026-11-20T09:00:00Z");

  private final AtomicReference<Instant> now = new AtomicReference<>(START);

  @Override
  public Instant instant() {
    return now.get();
  }

  public void advance(Duration duration) {
    now.updateAndGet(instant -> instant.plus(duration));
  }

  public Instant in(Duration duration) {
    return instant().plus(duration);
  }
}
