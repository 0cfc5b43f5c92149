package org.messgateway.testkit;

import static org.junit.jupiter.api.Assertions.fail;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits for what must become true soon, and no longer. */
public final class Patience {

  private static final long LOOK_EVERY_NANOS = 2_000_000;

  private Patience() {}

  /** Returns as soon as it is true; fails with the words after the limit. */
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
