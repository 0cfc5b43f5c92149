package org.messgateway.gateway;

import java.util.Set;
import java.util.stream.Collectors;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.exchange.ChangedThreads;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.queue.DeliveryQueue;
import org.messgateway.gateway.queue.ThreadRow;

/** Threads that have not ended: looked at again when who is told of them may be different. */
record OpenThreads(String exchange, DeliveryQueue queue, ChangedThreads changed) {

  static OpenThreads of(Parts parts) {
    return new OpenThreads(parts.exchangeId(), parts.queue(), parts.changed());
  }

  void wake() {
    Set<Ref> open =
        queue.threads(exchange).stream()
            .filter(OpenThreads::isOpen)
            .map(row -> new Ref(row.ref()))
            .collect(Collectors.toSet());
    changed.found(open);
  }

  private static boolean isOpen(ThreadRow row) {
    return ThreadStatus.of(row.status()).filter(ThreadStatus::ended).isEmpty();
  }
}
