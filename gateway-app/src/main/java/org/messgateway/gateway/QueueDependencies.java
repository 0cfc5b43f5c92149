package org.messgateway.gateway;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.messgateway.api.mess.ThreadStatus;
import org.messgateway.gateway.queue.QueueView;
import org.messgateway.gateway.queue.ThreadRow;
import org.messgateway.gateway.routing.Dependencies;

/** How the threads stand that others wait for, as the queue remembers them. */
final class QueueDependencies implements Dependencies {

  private final String exchange;
  private final QueueView queue;

  QueueDependencies(String exchange, QueueView queue) {
    this.exchange = exchange;
    this.queue = queue;
  }

  @Override
  public Standing find(@Nullable String requestor, String id) {
    Optional<ThreadRow> named =
        requestor == null ? Optional.empty() : queue.threadOf(exchange, requestor, id);
    return named
        .or(() -> queue.thread(exchange, id))
        .map(this::standing)
        .orElseGet(Standing.Unknown::new);
  }

  private Standing standing(ThreadRow row) {
    ThreadStatus status = ThreadStatus.of(row.status()).orElse(ThreadStatus.PENDING);
    if (!status.ended()) {
      return new Standing.Open(row.ref(), row.requestor(), queue.dependsOn(exchange, row.ref()));
    }
    return status.succeeded()
        ? new Standing.Succeeded(row.ref(), row.modified())
        : new Standing.EndedWithout(row.ref(), status);
  }
}
