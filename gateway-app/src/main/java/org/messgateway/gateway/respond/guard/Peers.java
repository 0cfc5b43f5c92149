package org.messgateway.gateway.respond.guard;

import java.util.HashMap;
import java.util.Map;

/** How many connections each address has. As large as there are connections. Any thread. */
final class Peers {

  private final Bounds bounds;
  private final Map<String, Integer> connections = new HashMap<>();

  Peers(Bounds bounds) {
    this.bounds = bounds;
  }

  /** Counts one more, to be taken back by {@link #left}; false when it would be too many. */
  synchronized boolean enters(String address) {
    int before = connections.getOrDefault(address, 0);
    if (before >= bounds.ofOnePeer() && bounds.counts(address)) {
      return false;
    }
    connections.put(address, before + 1);
    return true;
  }

  synchronized void left(String address) {
    connections.computeIfPresent(address, (_, count) -> count > 1 ? count - 1 : null);
  }
}
