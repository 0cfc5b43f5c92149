package org.messgateway.gateway.respond.page;

import java.util.Optional;

/** What the page shows; the gateway answers from the exchange, as it stands now. */
public interface TaskSheets {

  /** Those of one exchange of the gateway. */
  default TaskSheets sheetsOf(String exchange) {
    return this;
  }

  /**
   * A task as one executor may see it; empty when there is no such thread, or nobody of that name.
   */
  Optional<TaskSheet> sheet(String ref, String executor);
}
