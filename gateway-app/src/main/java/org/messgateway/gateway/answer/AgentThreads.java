package org.messgateway.gateway.answer;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Index of agents' threads. */
public interface AgentThreads {

  /** Ref of the latest thread with that client id, or of the one in which it goes on. */
  Optional<String> named(String agent, String clientId);

  /** Refs of the agent's latest threads, the latest first. */
  default List<String> latest(String agent, int max) {
    return last(agent).stream().toList();
  }

  /** Ref of the agent's latest thread. */
  Optional<String> last(String agent);

  /**
   * Threads created at that millisecond: the part of a message of several requests that a crash
   * left.
   *
   * @return refs in order
   */
  List<String> createdAt(String agent, Instant at) throws IOException;
}
