package org.messgateway.gateway.respond;

import java.util.Collection;

/** What commands on this machine may ask of the gateway that runs here. */
public interface Control {

  /** Deliveries that came to nothing are queued again; returns how many. */
  int replay(Collection<String> ids);

  /** Threads held since the first start are let go; returns how many. */
  int releaseHeld();
}
