package org.messgateway.gateway.channels;

import java.net.URI;
import java.util.Optional;
import java.util.function.Supplier;
import org.messgateway.api.Inbound;
import org.messgateway.gateway.dispatch.Channels;

/** Finds the adapter in force for a call of a messaging service. */
public final class ChannelCallbacks implements Callbacks {

  private final Channels channels;
  private final Supplier<URI> clientUrl;

  /**
   * @param clientUrl the configured public address
   */
  public ChannelCallbacks(Channels channels, Supplier<URI> clientUrl) {
    this.channels = channels;
    this.clientUrl = clientUrl;
  }

  @Override
  public Optional<Inbound> channel(String name) {
    return channels.ability(name, Inbound.class);
  }

  @Override
  public String base() {
    return clientUrl.get().toString().replaceAll("/+$", "");
  }
}
