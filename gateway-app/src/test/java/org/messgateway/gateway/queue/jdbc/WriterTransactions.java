package org.messgateway.gateway.queue.jdbc;

import org.messgateway.gateway.queue.DeliveryQueue;

/** Counts transactions of a queue's writer, for tests of other packages. */
public final class WriterTransactions {

  private final JdbcDeliveryQueue queue;

  public WriterTransactions(DeliveryQueue queue) {
    this.queue = (JdbcDeliveryQueue) queue;
  }

  /** Begun since the queue was opened, whether they changed anything or not. */
  public long count() {
    return queue.transactions();
  }
}
