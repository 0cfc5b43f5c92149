package org.messgateway.gateway.queue;

import java.time.Instant;
import org.messgateway.api.FailureReason;

/**
 * What an attempt teaches about its lane and its account; stored in the same transaction as its
 * settlement.
 */
public sealed interface Gate {

  /** Nothing. */
  record Unchanged() implements Gate {}

  /** The lane, and with it the account, is healthy. */
  record Healthy() implements Gate {}

  /** The lane waits until its next probe. */
  record LaneWaits(Instant until, FailureReason reason, String sentence) implements Gate {}

  /** All lanes of the channel wait until one probe. */
  record AccountWaits(Instant until, FailureReason reason, String sentence) implements Gate {}
}
