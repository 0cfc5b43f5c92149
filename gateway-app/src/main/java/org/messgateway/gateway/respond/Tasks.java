package org.messgateway.gateway.respond;

import java.util.Optional;

/**
 * What links open; the gateway answers from the exchange, as it stands now. Called on the server's
 * virtual threads.
 */
public interface Tasks {

  /** The id of the exchange that links must be for. */
  String exchange();

  /** Those of one exchange of the gateway; empty when it has none of that id. */
  default Optional<Tasks> tasksIn(String exchange) {
    return exchange().equals(exchange) ? Optional.of(this) : Optional.empty();
  }

  /**
   * A task as one executor may see it; empty when there is no such thread, or nobody of that name.
   */
  Optional<Task> task(String ref, String executor);

  /** A file of a task: an attachment, or inline data by its name in the links we gave. */
  Optional<TaskFile> file(String ref, String executor, String name);

  /** What the short link of a delivery opens; empty when the delivery is not known any more. */
  Optional<LinkClaims> delivery(String deliveryId);
}
