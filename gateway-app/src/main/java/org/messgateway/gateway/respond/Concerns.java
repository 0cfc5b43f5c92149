package org.messgateway.gateway.respond;

import java.util.Optional;

/** Whose threads are whose. Threads are named by their ref or by their requestor's own id. */
@FunctionalInterface
public interface Concerns {

  /**
   * The ref of a thread of an executor: one it was told of, or has; empty also when there is no
   * such thread.
   */
  Optional<String> executor(String executor, String id);

  /** The ref of a thread that an agent asked for; empty also when there is no such thread. */
  default Optional<String> agent(String agent, String id) {
    return Optional.empty();
  }
}
