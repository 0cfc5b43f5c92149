package org.messgateway.gateway.dispatch;

import org.messgateway.api.Outcome;
import org.messgateway.gateway.queue.Settlement;

/** The raw result of an attempt, before {@link OutcomeHandler} judges it. */
sealed interface AttemptResult {

  /**
   * The adapter was called, to send or to look up an earlier attempt.
   *
   * @param uncertain whether the service may have accepted an earlier attempt
   * @param resent whether it was sent although the service may have accepted an earlier attempt
   */
  record AdapterResult(Outcome outcome, boolean uncertain, boolean resent)
      implements AttemptResult {}

  /** The adapter was not called; the settlement is decided. */
  record NoAttempt(Settlement settlement) implements AttemptResult {}
}
