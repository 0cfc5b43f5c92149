package org.messgateway.gateway;

import java.util.Optional;
import org.messgateway.api.Inbound;
import org.messgateway.gateway.respond.Callbacks;

/** Leads calls of services to the channels in force. */
final class ChannelCallbacks implements Callbacks {

  private final Parts parts;

  ChannelCallbacks(Parts parts) {
    this.parts = parts;
  }

  @Override
  public Optional<Inbound> channel(String name) {
    return parts.channels().channel(name).flatMap(channel -> channel.ability(Inbound.class));
  }

  @Override
  public String base() {
    return parts.configuration().get().clientUrl().toString().replaceAll("/+$", "");
  }
}
