package org.messgateway.gateway.dispatch;

import java.time.Instant;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.Identity;

/**
 * Results of dispatch after which routing may choose the next channel or step. Called after the
 * commit, on the one thread that reports; must not block and must not throw.
 */
public interface DeliveryEvents {

  /** A delivery reached a final state; called again when a receipt proves wrong later. */
  void settled(Identity identity, DeliveryState state);

  /** The lane of this delivery, or its whole channel, waits until then. */
  void waits(Identity identity, Instant until);
}
