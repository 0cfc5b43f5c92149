package org.messgateway.gateway.dispatch;

import org.messgateway.gateway.queue.BreakerUpdate;
import org.messgateway.gateway.queue.Settlement;

/** The consequences of an attempt for its delivery and for its lane or account. */
public record OutcomeVerdict(Settlement settlement, BreakerUpdate breaker) {

  OutcomeVerdict gate(BreakerUpdate other) {
    return new OutcomeVerdict(settlement, other);
  }
}
