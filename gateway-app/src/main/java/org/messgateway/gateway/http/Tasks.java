package org.messgateway.gateway.http;

import java.util.Optional;
import org.messgateway.gateway.exchange.view.TaskFile;
import org.messgateway.gateway.http.page.TaskSheet;
import org.messgateway.gateway.links.LinkClaims;

/**
 * The tasks of one exchange for links, read from the present threads. Called on the server's
 * virtual threads.
 */
public interface Tasks {

  /** The id of the exchange of these tasks. */
  String exchange();

  /** The tasks of one exchange of the gateway; empty when there is no exchange of that id. */
  default Optional<Tasks> tasksIn(String exchange) {
    return exchange().equals(exchange) ? Optional.of(this) : Optional.empty();
  }

  /** Bytes of memory that reading a task takes; 0 when there is no such thread. */
  long memory(String ref);

  /**
   * A task as its reader may see it; empty when there is no such thread or no such executor. Links
   * in it permit no more than the reader's token.
   */
  Optional<TaskView> task(LinkClaims reader);

  /** A task for the page, as its reader may see it; empty as above. */
  Optional<TaskSheet> sheet(LinkClaims reader);

  /** A file of a task: an attachment, or inline data by its name in the gateway's links. */
  Optional<TaskFile> file(String ref, String executor, String name);

  /** The claims of a delivery's short link; empty for a delivery that is not known any more. */
  Optional<LinkClaims> delivery(String deliveryId);
}
