package org.messgateway.gateway.dispatch;

import org.messgateway.gateway.queue.TakenDelivery;

/** Asks exchange and routing, right before sending, what a row means now. */
public interface Wanted {

  /**
   * About how many bytes the notification will keep in memory; known without reading the thread,
   * for instance from its size on disk. 0 when that is not known.
   */
  long weight(TakenDelivery taken);

  /** Whether it is still to be sent, and what. Reads the thread as it stands. */
  Decision wanted(TakenDelivery taken);
}
