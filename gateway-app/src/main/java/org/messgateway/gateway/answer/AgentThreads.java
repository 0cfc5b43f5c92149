package org.messgateway.gateway.answer;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The threads of an agent, as they are known apart from reading them all. */
public interface AgentThreads {

  /** Ref of the latest thread with that client id. */
  Optional<String> named(String agent, String clientId);

  /** Ref of the thread it asked for last. */
  Optional<String> last(String agent);

  /**
   * Threads that were created at that millisecond: what a crash left of a message of several.
   *
   * @return refs in order
   */
  List<String> createdAt(String agent, Instant at) throws IOException;
}
