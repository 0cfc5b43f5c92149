package org.messgateway.gateway.channels;

import java.util.Optional;
import org.messgateway.api.Inbound;

/** The channels whose messaging services call back by HTTP. */
public interface Callbacks {

  /** The adapter that handles calls for a channel; empty for a channel without such an adapter. */
  Optional<Inbound> channel(String name);

  /** The public address before {@code /callbacks}: {@code client_url} without a final slash. */
  String base();
}
