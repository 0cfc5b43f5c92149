package org.messgateway.gateway;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.messgateway.gateway.exchange.ChangedThreads;
import org.messgateway.gateway.exchange.Ref;
import org.messgateway.gateway.queue.DeliveryQueue;
import org.messgateway.gateway.queue.ThreadRow;

/**
 * Hands threads whose time has come to those who look at threads. The times themselves are rows.
 */
final class NextLooks {

  private static final int MANY = 512;

  private final String exchange;
  private final DeliveryQueue queue;
  private final ChangedThreads changed;

  NextLooks(String exchange, DeliveryQueue queue, ChangedThreads changed) {
    this.exchange = exchange;
    this.queue = queue;
    this.changed = changed;
  }

  /**
   * One turn: whatever is due. A thread stays due until it was looked at, so nothing is lost when
   * the process ends.
   *
   * @return whether more may be due
   */
  boolean turn() {
    List<ThreadRow> due = queue.dueThreads(exchange, MANY);
    Set<Ref> refs = due.stream().map(row -> new Ref(row.ref())).collect(Collectors.toSet());
    if (!refs.isEmpty()) {
      changed.changed(refs);
    }
    return due.size() == MANY;
  }
}
