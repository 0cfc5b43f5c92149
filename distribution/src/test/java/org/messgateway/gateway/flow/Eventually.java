package org.messgateway.gateway.flow;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits for what must come, and says what did not. */
public final class Eventually {

  private static final long LOOK_EVERY = Duration.ofMillis(10).toNanos();

  private Eventually() {}

  /** Until it holds; fails after the limit. */
  public static void within(Duration limit, String what, BooleanSupplier holds) {
    within(limit, () -> what, holds);
  }

  /**
   * Until it holds; fails after the limit.
   *
   * @param what is waited for, as it stands when time is over
   */
  public static void within(Duration limit, Supplier<String> what, BooleanSupplier holds) {
    long end = System.nanoTime() + limit.toNanos();
    while (!holds.getAsBoolean()) {
      if (System.nanoTime() - end > 0) {
        throw new AssertionError("not within " + limit.toSeconds() + " s: " + what.get());
      }
      LockSupport.parkNanos(LOOK_EVERY);
    }
  }
}
