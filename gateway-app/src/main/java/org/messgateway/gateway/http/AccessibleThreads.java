package org.messgateway.gateway.http;

import java.util.Optional;

/** Finds threads by ref or client id for the executors and agents that may access them. */
@FunctionalInterface
public interface AccessibleThreads {

  /**
   * The ref of a thread that an executor was notified of or holds; empty also when there is no such
   * thread.
   */
  Optional<String> executor(String executor, String id);

  /** The ref of a thread that an agent asked for; empty also when there is no such thread. */
  default Optional<String> agent(String agent, String id) {
    return Optional.empty();
  }
}
