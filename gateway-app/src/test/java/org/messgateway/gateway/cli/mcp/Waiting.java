package org.messgateway.gateway.cli.mcp;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits for what happens elsewhere, with a deadline. */
final class Waiting {

  private Waiting() {}

  /** Fails when the condition does not hold in time. */
  static void within(Duration limit, Supplier<String> what, BooleanSupplier condition) {
    long until = System.nanoTime() + limit.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - until > 0) {
        throw new AssertionError("not within " + limit + ": " + what.get());
      }
      LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
    }
  }
}
