package org.messgateway.testkit;

import static org.junit.jupiter.api.Assertions.fail;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits for a condition within a limit. */
public final class WaitFor {

  private static final long LOOK_EVERY_NANOS = 2_000_000;

  private WaitFor() {}

  /** Returns when the condition is true; fails with the message after the limit. */
  public static void until(BooleanSupplier isTrue, Duration limit, Supplier<String> otherwise) {
    long start = System.nanoTime();
    while (!isTrue.getAsBoolean()) {
      if (System.nanoTime() - start > limit.toNanos()) {
        fail("not within " + limit + ": " + otherwise.get());
      }
      LockSupport.parkNanos(LOOK_EVERY_NANOS);
    }
  }
}
