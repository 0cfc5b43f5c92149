package org.messgateway.gateway.routing;

import java.util.List;
import org.messgateway.api.Audience;

/** Executors at one address of people: a family's Telegram group, a team's Slack channel. */
public final class SharedAddress {

  private SharedAddress() {}

  /** Ids of the executors at an address; empty where the channel is none of people. */
  public static List<String> at(Catalogue catalogue, String channel, String address) {
    return catalogue.audiences().get(channel) == Audience.PEOPLE
        ? catalogue.executors().values().stream()
            .filter(each -> each.address(channel, address).isPresent())
            .map(Executor::id)
            .toList()
        : List.of();
  }
}
