package org.messgateway.gateway.respond;

import java.util.Optional;
import org.messgateway.api.TaskDocument;

/** A thread as its requestor sees it: all of it. */
@FunctionalInterface
public interface AgentsView {

  /** Of one exchange of the gateway. */
  default AgentsView in(String exchange) {
    return this;
  }

  /** Empty when it is not there any more. */
  Optional<TaskDocument> of(String ref);
}
