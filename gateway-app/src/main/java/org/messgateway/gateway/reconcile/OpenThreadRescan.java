package org.messgateway.gateway.reconcile;

import java.util.Set;
import java.util.function.Function;
import org.messgateway.gateway.exchange.ExchangeHandle;
import org.messgateway.gateway.exchange.Exchanges;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.queue.DeliveryQueue;
import org.messgateway.gateway.queue.Paging;

/**
 * Reconciles all open threads again, because another configuration or decision of people may change
 * who is told of them.
 */
public record OpenThreadRescan(Exchanges exchanges, DeliveryQueue queue) {

  /** Hands open threads over page by page: they may be more than fit into memory. */
  public void start() {
    exchanges.all().forEach(this::start);
  }

  private void start(ExchangeHandle exchange) {
    Paging.of(after -> queue.openThreads(exchange.id(), after, Paging.SIZE), Function.identity())
        .map(Ref::new)
        .filter(exchange.changed()::wants)
        .forEach(ref -> exchange.changed().found(Set.of(ref)));
  }
}
