package org.messgateway.gateway.respond.guard;

import java.util.function.LongUnaryOperator;

/** Time that a client has for something, used up by waiting for it. Used by one thread. */
final class Budget {

  private final LongUnaryOperator nanosForBytes;
  private long bytes;
  private long spent;

  /**
   * @param nanosForBytes how long so many bytes may take
   */
  Budget(LongUnaryOperator nanosForBytes) {
    this.nanosForBytes = nanosForBytes;
  }

  /** Nanoseconds that are left when so many bytes more are on their way; none when not positive. */
  long left(long more) {
    return nanosForBytes.applyAsLong(bytes + more) - spent;
  }

  void spend(long nanos, long count) {
    spent += nanos;
    bytes += count;
  }
}
