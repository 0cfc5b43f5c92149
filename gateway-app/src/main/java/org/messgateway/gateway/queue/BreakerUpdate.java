package org.messgateway.gateway.queue;

import java.time.Instant;
import org.messgateway.api.FailureReason;

/**
 * The consequence of an attempt for the breakers of its lane and account; stored in the transaction
 * of its settlement.
 */
public sealed interface BreakerUpdate {

  /** The attempt says nothing about lane and account. */
  record Unchanged() implements BreakerUpdate {}

  /** The lane, and with it the account, is healthy. */
  record Healthy() implements BreakerUpdate {}

  /** The lane waits until its next probe. */
  record LaneWaits(Instant until, FailureReason reason, String sentence) implements BreakerUpdate {}

  /** All lanes of the channel wait until one of them has probed. */
  record AccountWaits(Instant until, FailureReason reason, String sentence)
      implements BreakerUpdate {}
}
