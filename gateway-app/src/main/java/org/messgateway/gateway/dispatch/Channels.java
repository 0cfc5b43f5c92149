package org.messgateway.gateway.dispatch;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;

/** The channels that work now. */
public interface Channels {

  /** A channel by name; empty when its adapter is missing or broken. Its lanes are then held. */
  Optional<Channel> channel(String name);

  /** What a channel's adapter can do beyond delivering; empty where it or the channel cannot. */
  default <A> Optional<A> ability(String channel, Class<A> type) {
    return channel(channel).flatMap((Channel it) -> it.ability(type));
  }

  /** All of them. */
  Collection<Channel> all();

  /** Why channels wait for their adapter, by name of the channel; sentences for people. */
  default Map<String, String> holds() {
    return Map.of();
  }
}
