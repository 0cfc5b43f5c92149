package org.messgateway.gateway;

import java.util.Set;
import java.util.function.Function;
import org.messgateway.gateway.exchange.ChangedThreads;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.queue.DeliveryQueue;

/** Threads that have not ended: looked at again when who is told of them may be different. */
record OpenThreads(String exchange, DeliveryQueue queue, ChangedThreads changed) {

  static OpenThreads of(Parts parts) {
    return new OpenThreads(parts.exchangeId(), parts.queue(), parts.changed());
  }

  /** Some at a time: they may be more than fit into memory, and are looked at meanwhile. */
  void wake() {
    Pages.of(after -> queue.openThreads(exchange, after, Pages.SIZE), Function.identity())
        .forEach(ref -> changed.found(Set.of(new Ref(ref))));
  }
}
