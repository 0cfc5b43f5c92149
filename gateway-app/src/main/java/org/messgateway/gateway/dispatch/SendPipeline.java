package org.messgateway.gateway.dispatch;

import org.messgateway.gateway.queue.TakenDelivery;

/** The stages right before a send: is it still wanted, and what does it say? */
public interface SendPipeline {

  /**
   * About how many bytes the notification will keep in memory; known without reading the thread,
   * for instance from its size on disk. 0 when that is not known.
   */
  long weight(TakenDelivery delivery);

  /** Whether it is still to be sent, and what. Reads the thread as it stands. */
  SendDecision wanted(TakenDelivery delivery);
}
