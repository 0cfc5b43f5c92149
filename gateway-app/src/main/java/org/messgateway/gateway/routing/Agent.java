package org.messgateway.gateway.routing;

import java.util.List;
import java.util.Optional;
import org.messgateway.api.Address;
import org.messgateway.gateway.routing.NotifyPlan.ChannelAddress;

/**
 * A requestor in the configuration, which is told what happens to its tasks. Agents that are not
 * configured have an inbox while they have a token.
 *
 * @param name what people call it; the id when nobody gave it a name
 * @param channels its webhook; empty for none
 */
public record Agent(String id, String name, List<ChannelAddress> channels) {

  /** Where every agent with a token fetches what it is told. */
  public static final ChannelAddress INBOX = new ChannelAddress("http", Address.configured("true"));

  public Agent {
    channels = List.copyOf(channels);
  }

  /** The address of that text on a channel; empty when it is not configured any more. */
  public static Optional<Address> address(Optional<Agent> agent, String channel, String value) {
    return agent.map(Agent::channels).orElse(List.of()).stream()
        .filter(each -> each.channel().equals(channel))
        .map(ChannelAddress::address)
        .filter(address -> address.value().equals(value))
        .findFirst()
        .or(() ->
            Optional.of(INBOX.address())
                .filter(inbox -> INBOX.channel().equals(channel) && inbox.value().equals(value)));
  }
}
