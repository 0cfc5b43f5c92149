package org.messgateway.gateway.dispatch;

import org.messgateway.api.Outcome;
import org.messgateway.gateway.queue.Settlement;

/** How an attempt came out, before anybody judged what that means. */
sealed interface Performed {

  /**
   * The adapter was asked to send, or knew that it had been sent.
   *
   * @param uncertain whether an earlier attempt may still have been taken
   * @param resent whether it was sent although an earlier attempt may have been taken
   */
  record Tried(Outcome outcome, boolean uncertain, boolean resent) implements Performed {}

  /** It did not come to that. */
  record NotTried(Settlement settlement) implements Performed {}
}
