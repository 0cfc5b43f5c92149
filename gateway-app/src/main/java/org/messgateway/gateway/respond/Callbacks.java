package org.messgateway.gateway.respond;

import java.util.Optional;
import org.messgateway.api.Inbound;

/** What services call back: handed to the adapter of the channel. */
public interface Callbacks {

  /** The adapter that takes calls of a channel; empty for no such channel, or one that is deaf. */
  Optional<Inbound> channel(String name);

  /** What callers see before {@code /callbacks}: {@code client_url} without a slash at its end. */
  String base();
}
