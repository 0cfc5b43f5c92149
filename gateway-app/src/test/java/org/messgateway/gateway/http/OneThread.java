package org.messgateway.gateway.http;

import java.util.Optional;

/** An exchange with one thread, asked for by one agent under its own id, told to one executor. */
record OneThread(String ref, String clientId, String executor, String agent)
    implements AccessibleThreads {

  @Override
  public Optional<String> executor(String who, String id) {
    return who.equals(executor) ? named(id) : Optional.empty();
  }

  @Override
  public Optional<String> agent(String who, String id) {
    return who.equals(agent) ? named(id) : Optional.empty();
  }

  private Optional<String> named(String id) {
    return id.equals(ref) || id.equals(clientId) ? Optional.of(ref) : Optional.empty();
  }
}
