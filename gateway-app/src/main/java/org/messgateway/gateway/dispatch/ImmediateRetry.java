package org.messgateway.gateway.dispatch;

import io.github.resilience4j.retry.Retry;
import io.github.resilience4j.retry.RetryConfig;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.messgateway.api.FailureReason;
import org.messgateway.api.Outcome;
import org.messgateway.api.Outcome.Deferred;
import org.messgateway.api.Outcome.Reach;

/**
 * Repeats the call of an adapter twice within an attempt while certainly nothing was sent, because
 * a refused connection or an unresolved name often recovers within a moment.
 */
final class ImmediateRetry {

  private static final int TRIES = 3;

  private final Duration pause;

  ImmediateRetry(Duration pause) {
    this.pause = pause;
  }

  /** Whether certainly nothing was sent and another try may do better. */
  static boolean again(Outcome outcome) {
    return outcome instanceof Deferred(var reason, _, var reach, _)
        && reason == FailureReason.UNREACHABLE
        && reach == Reach.BEFORE_SENDING
        && !Thread.currentThread().isInterrupted();
  }

  /**
   * What the further tries come to. Asks the library only now: nearly all calls need no second one.
   *
   * @param first the outcome of the first try
   * @param once must not throw
   */
  Outcome repeated(Outcome first, Supplier<Outcome> once) {
    Iterator<Supplier<Outcome>> tries =
        List.<Supplier<Outcome>>of(() -> first, once, once).iterator();
    Retry retry =
        Retry.of(
            "quick",
            RetryConfig.<Outcome>custom()
                .maxAttempts(TRIES)
                .waitDuration(pause)
                .retryOnResult(ImmediateRetry::again)
                .retryOnException(_ -> false)
                .build());
    AtomicReference<Outcome> last = new AtomicReference<>(first);
    try {
      return retry.executeSupplier(() -> {
        Outcome outcome = tries.next().get();
        last.set(outcome);
        return outcome;
      });
    } catch (RuntimeException e) {
      // The library's pause was interrupted: the outcome before the pause counts.
      return last.get();
    }
  }
}
