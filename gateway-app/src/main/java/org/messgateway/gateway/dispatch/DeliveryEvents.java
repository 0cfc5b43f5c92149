package org.messgateway.gateway.dispatch;

import java.time.Instant;
import org.messgateway.gateway.queue.DeliveryState;
import org.messgateway.gateway.queue.Identity;

/**
 * What routing has to hear of, so that the next channel or step follows. Called after it is
 * durable, on the attempt's thread: must not block for long and must not throw.
 */
public interface DeliveryEvents {

  /** A delivery came to an end; also when a receipt proved wrong later. */
  void settled(Identity identity, DeliveryState state);

  /** The lane of this delivery, or its whole channel, waits. */
  void waits(Identity identity, Instant until);
}
