package org.messgateway.gateway.answer;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** An index of agents' threads that has heard of nothing yet. */
public class EmptyIndex implements AgentThreads {

  @Override
  public Optional<String> named(String agent, String clientId) {
    return Optional.empty();
  }

  @Override
  public Optional<String> last(String agent) {
    return Optional.empty();
  }

  @Override
  public List<String> createdAt(String agent, Instant at) {
    return List.of();
  }
}
