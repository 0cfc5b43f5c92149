package org.messgateway.gateway.queue.jdbc;

import org.messgateway.gateway.queue.DeliveryQueue;
import org.messgateway.gateway.queue.DeliveryQueueContract;

/** The queue in a real PostgreSQL. */
final class PostgresDeliveryQueueTest extends DeliveryQueueContract {

  @Override
  protected DeliveryQueue openEmpty() {
    return PostgresServer.fresh().by(clock).open("node-1").queue();
  }
}
