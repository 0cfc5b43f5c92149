package org.messgateway.gateway;

import java.util.HashSet;
import java.util.Set;
import org.messgateway.api.Audience;
import org.messgateway.gateway.routing.Catalogue;
import org.messgateway.gateway.routing.Executor;
import org.messgateway.gateway.routing.NotifyPlan.ChannelAddress;

/** People who read the same messages: a family's Telegram group, a team's Slack channel. */
final class SharedAddress {

  private SharedAddress() {}

  /** Whether two executors have an address in common on a channel of people. */
  static boolean between(Catalogue catalogue, Executor one, Executor other) {
    Set<String> shared = addresses(catalogue, one);
    shared.retainAll(addresses(catalogue, other));
    return !shared.isEmpty();
  }

  private static Set<String> addresses(Catalogue catalogue, Executor executor) {
    Set<String> addresses = new HashSet<>();
    for (ChannelAddress each : executor.notifyPlan().channels()) {
      if (catalogue.audiences().get(each.channel()) == Audience.PEOPLE) {
        addresses.add(each.channel() + " " + each.address().value());
      }
    }
    return addresses;
  }
}
