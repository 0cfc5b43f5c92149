package org.messgateway.gateway.dispatch;

import org.messgateway.gateway.queue.Gate;
import org.messgateway.gateway.queue.Settlement;

/** What an attempt means for its delivery and for its lane. */
public record Verdict(Settlement settlement, Gate gate) {

  Verdict gate(Gate other) {
    return new Verdict(settlement, other);
  }
}
