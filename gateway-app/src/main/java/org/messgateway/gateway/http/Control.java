package org.messgateway.gateway.http;

import java.util.Collection;

/** Operations of a running gateway that commands on this machine may call. */
public interface Control {

  /** An address on a channel. */
  record Lane(String channel, String address) {}

  /** Queues failed deliveries again; returns how many. */
  int replay(Collection<String> ids);

  /** Releases threads held since the first start; returns how many. */
  int releaseHeld();

  /** Probes lanes at once that wait for a probe; returns how many were given. */
  int probe(Collection<Lane> lanes);
}
