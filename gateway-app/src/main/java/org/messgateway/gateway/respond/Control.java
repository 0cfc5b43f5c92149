package org.messgateway.gateway.respond;

import java.util.Collection;

/** What commands on this machine may ask of the gateway that runs here. */
public interface Control {

  /** An address on a channel. */
  record Lane(String channel, String address) {}

  /** Deliveries that came to nothing are queued again; returns how many. */
  int replay(Collection<String> ids);

  /** Threads held since the first start are let go; returns how many. */
  int releaseHeld();

  /** Lanes that wait to be probed are probed at once; returns how many were asked for. */
  int probe(Collection<Lane> lanes);
}
